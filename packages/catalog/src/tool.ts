import type { ToolAnnotations } from "@bowline/contract";
import type { Json, JsonSchema } from "./json-schema.ts";
import type { ResponseFailure } from "./manifest/response-failure.ts";
import type { ToolManifest } from "./manifest/tool-manifest.ts";

export type { ToolAnnotations };

/** A named operation of an application, before a database gave it an id (decisions D19). */
export interface CatalogTool<Binding extends ToolBinding = ToolBinding> {
  /** `<application>_<operation>`, at most 48 characters (decisions D20). */
  slug: string;
  /** The bare operation: the slug's name before it is cut, without the application's prefix. */
  operation: string;
  /** Identifies the operation across imports. For HTTP: `METHOD /path/{template}`. */
  operationKey: string;
  name: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  annotations: ToolAnnotations;
  scopes: string[];
  tags: string[];
  contextType: string | null;
  /** JSON Pointer to the list in the output; `""` when the output itself is the list; null when no list is known. */
  resultsPath: string | null;
  requiresConnection: boolean;
  isDeprecated: boolean;
  /** Whether it is one of the tools that people use most. Its name and description are written for models. */
  isFeatured?: boolean;
  binding: Binding;
  /** Paging, the filters and orders that the application offers, contexts. */
  manifest?: ToolManifest;
}

/** A tool that is an HTTP request. */
export type HttpTool = CatalogTool<HttpBinding>;

/** How a tool's input reaches the application. One variant for each runtime. */
export type ToolBinding = HttpBinding | McpBinding | CodeBinding | SqlBinding | GraphqlBinding;

/** The protocol family of an MCP server: stateless since 2026-07-28 (`modern`), with `initialize` before (`legacy`). */
export type McpEra = "modern" | "legacy";

/** The tool to call on the application's MCP server. The server's address is in the environment. */
export interface McpBinding {
  kind: "mcp";
  /** The tool's own name. */
  tool: string;
  /** The family that the server used when its tools were listed. A call need not ask again. */
  era: McpEra;
  /** SHA-256 of the tool's declared definition (decisions D68). */
  pin: string;
  /** Set when members of the input are sent as headers too (`x-mcp-header`, MCP 2026-07-28). */
  inputSchema?: JsonSchema;
}

/** The statement to send to a database. Its address is in the environment (decisions D69). */
export interface SqlBinding {
  kind: "sql";
  dialect: SqlDialect;
  operation: SqlOperation;
}

export type SqlDialect = "postgresql" | "mysql" | "sqlite";

export type SqlOperation =
  | "list_tables"
  | "describe_table"
  | "select_rows"
  | "get_row"
  | "insert_rows"
  | "update_rows"
  | "delete_rows"
  | "read_query"
  | "run_query";

/** The code to run in a thread. */
export interface CodeBinding {
  kind: "code";
  /** Whether the file is one of this project's applications or one of the operator's folder. */
  origin: "builtin" | "operator";
  /** The module that exports the application, as a path below the folder of all applications. */
  file: string;
  /** SHA-256 of the operator's code, so that other code is another tool (decisions D66). Absent: the code is a part of this project. */
  codeHash?: string;
  operation: string;
  /** The tool's own server: absolute, possibly a template. Null: the environment's server. */
  serverUrl: string | null;
  /** The connection fields that the code gets. */
  connectionFields: string[];
  /** Keys of the authentication methods whose credentials the tool's requests carry. */
  authentications: string[];
  /** How the application reports a failure with a status of success. Absent: not at all. */
  failure?: ResponseFailure;
}

/** A field of an endpoint's query or mutation type. The endpoint's address is in the environment. */
export interface GraphqlBinding {
  kind: "graphql";
  operationType: "query" | "mutation";
  field: string;
  /** Follows the server's address: `/`, a query that begins with `?`, both or nothing. */
  path: string;
  arguments: GraphqlArgument[];
  /** Null: the field's value has no fields of its own. */
  selection: GraphqlSelection | null;
  /** A page size to request when the input has none of `unless`, for endpoints that require one. Absent: none. */
  pageSize?: { input: string; size: number; unless: string[] };
  /** Keys of the authentication methods that the endpoint accepts. */
  authentications: string[];
}

export interface GraphqlArgument {
  name: string;
  /** Member of the tool's input that holds the value. */
  input: string;
  /** The variable's type, such as `[ID!]`. */
  type: string;
}

/** The fields that an operation returns: `before`, the fields of the records, `after`. */
export interface GraphqlSelection {
  before: string;
  default: string;
  after: string;
  /** Member of the tool's input that lists other fields than the default ones. */
  input: string;
  /** The type of the records. */
  type: string;
  /** The fields that can be listed, by type. Large schemas are cut: near types first. */
  types: { [type: string]: GraphqlType };
}

export interface GraphqlType {
  fields: { [name: string]: GraphqlField };
  /** Types whose fields can be listed behind their name, for a union or an interface. */
  members?: string[];
}

/** An empty object is a field without fields of its own. */
export interface GraphqlField {
  type?: string;
  /** Arguments to send, such as `(first: 20)`. */
  arguments?: string;
}

/** How an input object becomes one HTTP request. */
export interface HttpBinding {
  kind: "http";
  /** Upper case. */
  method: string;
  /** The operation's own server: absolute, possibly a template. Null: the environment's server. */
  serverUrl: string | null;
  /** Begins with `/`; `{name}` is the wire name of a path parameter. */
  path: string;
  parameters: ParameterBinding[];
  body: BodyBinding | null;
  /** The `Accept` header, such as `application/json`. */
  accept: string;
  /**
   * Keys of the authentication methods (`CatalogAuthentication.key`) that the operation accepts. Empty: it takes no
   * credentials. A connection with another method of the application still sends its credentials, because descriptions
   * are often wrong about this.
   */
  authentications: string[];
  /** How the application reports a failure with a status of success. Absent: not at all. */
  failure?: ResponseFailure;
  /** Headers with a fixed value, by name. */
  headers?: { [name: string]: string };
  /** Values of inputs that the caller leaves out. */
  defaults?: { [input: string]: Json };
}

/** One parameter outside the body, serialized as OpenAPI 3.1 §4.8.12 says. */
export interface ParameterBinding {
  in: "path" | "query" | "header" | "cookie";
  /** Name on the wire. */
  name: string;
  /** Member of the tool's input that holds the value. */
  input: string;
  style:
    | "simple"
    | "label"
    | "matrix"
    | "form"
    | "spaceDelimited"
    | "pipeDelimited"
    | "deepObject"
    /** Cookies only: as `form`, and nothing is encoded (OpenAPI 3.2). */
    | "cookie";
  explode: boolean;
  /** Query only: reserved characters of RFC 3986 are not encoded. */
  allowReserved: boolean;
  /** Set when the value is serialized by media type instead of style. Only `application/json` has an effect. */
  contentType?: string;
}

/** How the request body is built. */
export interface BodyBinding {
  kind: "json" | "form" | "multipart" | "text" | "binary";
  /** The media type sent; a multipart boundary is added. `binary` input is base64. */
  contentType: string;
  required: boolean;
  /**
   * The part of the input that becomes the body: one member that holds it, several members that are its properties, or for JSON a
   * template with members in it.
   */
  from: BodyMember | BodyProperties | { template: BodyTemplate };
}

/** A body that is one member of the input. */
export interface BodyMember {
  member: string;
  /** Form and multipart: the properties that have an `encoding`. Absent: none. */
  encoded?: Omit<BodyProperty, "input" | "file">[];
}

/** A body whose properties are members of the input. */
export interface BodyProperties {
  properties: BodyProperty[];
  /** How many properties a body has that is sent. */
  minProperties?: number;
  maxProperties?: number;
}

/** JSON that is partly fixed. A member whose inputs are all left out is left out too. */
export type BodyTemplate =
  | { fixed: Json }
  | { input: string }
  | { list: BodyTemplate[] }
  | { members: { [name: string]: BodyTemplate } };

/** A body property that is a member of the tool's input. */
export interface BodyProperty {
  /** Name on the wire. */
  name: string;
  /** Member of the tool's input that holds the value. */
  input: string;
  /** Multipart: the value is a file, given as base64 text or `{fileName?, contentType?, base64}`. */
  file?: boolean;
  /** Multipart: media type of this part. Form: a JSON type, in which an array or object is written. */
  contentType?: string;
  /** Form: how an array or object is serialized. Default: `form` with `explode`. Multipart: only how a list becomes one part. */
  style?: "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
  explode?: boolean;
}
