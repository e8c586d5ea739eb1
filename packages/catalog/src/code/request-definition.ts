import type { InputReference } from "./from-input.ts";

/** The names in a path or address: `"a" | "b"` for `/x/{a}/{b}`. */
export type TemplateNames<Template extends string> = string extends Template
  ? never
  : Template extends `${string}{${infer Name}}${infer Rest}`
    ? Name | TemplateNames<Rest>
    : never;

/** The path itself when every name in it is a member of the input; else a text that says which one is not. */
export type CheckedPath<Path extends string, Name extends string> = [
  Exclude<TemplateNames<Path>, Name>,
] extends [never]
  ? Path
  : `{${Exclude<TemplateNames<Path>, Name>}} is not a member of the input`;

export type Constant = string | number | boolean | null;

/** JSON in which `fromInput("name")` stands for a member of the input. */
export type BodyPattern<Name extends string> =
  | Constant
  | InputReference<Name>
  | readonly BodyPattern<Name>[]
  | { readonly [member: string]: BodyPattern<Name> };

/**
 * A tool's request. A member of the input may be named by none of the path, `query`, `headers` and `body`. Then it is a query
 * parameter of a GET, HEAD or DELETE, and a member of the JSON body of any other request.
 */
export interface RequestDefinition<Path extends string = string, Name extends string = string> {
  method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Follows the environment's address, such as `/users/{userId}`; a name in braces is a member of the input. */
  path: Path & CheckedPath<Path, Name>;
  /** The tool's own server, if it is not the environment's. May contain `{connectionField}`. */
  serverUrl?: string;
  /** Names of inputs, or by a parameter's name: `fromInput("name")` or a fixed value. */
  query?:
    | readonly Name[]
    | { readonly [parameter: string]: InputReference<Name> | string | number | boolean };
  /** By a header's name: `fromInput("name")` or a fixed value. Credentials do not belong here. */
  headers?: { readonly [header: string]: InputReference<Name> | string };
  /** Names of inputs, one input that is the whole body, or the body with `fromInput("name")` in it. */
  body?: readonly Name[] | InputReference<Name> | { readonly [member: string]: BodyPattern<Name> };
  /** Default `json`. */
  bodyFormat?: "json" | "form" | "multipart" | "text" | "binary";
  /** The body's media type. Default: that of `bodyFormat`. */
  contentType?: string;
  /** The header `Accept`. Default `application/json`. */
  accept?: string;
}
