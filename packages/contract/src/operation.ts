import type { z } from "zod";
import type { ErrorCode } from "./error-codes.ts";
import type { OperationScope } from "./resources/scope.ts";
import type { Tag } from "./tags.ts";

/**
 * One operation of the API as data. Routing, validation, authorization, OpenAPI and tests are derived from it.
 */
export interface Operation {
  /** Lower camel case. The handler's function has the same name, and its file too, in kebab case. */
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Template with `{parameter}`s, beginning with `/v1`. */
  path: `/v1/${string}`;
  tag: Tag;
  summary: string;
  description: string;
  /** True when the contract does not name the operation (decisions D0). */
  extension: boolean;
  /**
   * Who may call it: `anyone`: every valid credential, even with a deleted profile; `member`: any account user;
   * `admin`: the role Admin (decisions D12, D15).
   */
  auth: "anyone" | "member" | "admin";
  /** Which narrowed credentials may call it: `toolset`: all of them; `readOnly`: read-only ones; `none`: none (decisions D13). */
  narrowed: "toolset" | "readOnly" | "none";
  /** The scope that an access token needs to call it; null: none. Other credentials have no scopes (decisions D58). */
  scope: OperationScope | null;
  /** `search`: a call with a non-blank `search` is also charged to the search budgets (contract, Rate limits). */
  budget: "standard" | "search";
  /** Who must own the path's resource, else 403: the calling account user, their company, or nobody. */
  ownership: "caller" | "company" | "none";
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Which setting limits the body; default `standard`, 1 MiB unless it is set (decisions D9, D24). */
  bodyLimit?: "standard" | "import";
  /** Request headers the operation reads, by lower-case name, with a description of each. */
  headers?: Record<string, string>;
  /** Body of the 200 response. */
  output: z.ZodType;
  /** Response headers beyond the universal ones, by name, with a description of each. */
  responseHeaders?: Record<string, string>;
  /** Errors beyond those that each operation may return, see `build-document.ts`. */
  errors: readonly ErrorCode[];
}

/** Input of an operation's handler: parsed parameters, query and body. */
export interface OperationInput<O extends Operation> {
  params: O["params"] extends z.ZodType ? z.output<O["params"]> : Record<string, never>;
  query: O["query"] extends z.ZodType ? z.output<O["query"]> : Record<string, never>;
  body: O["body"] extends z.ZodType ? z.output<O["body"]> : null;
}

/** What an operation's handler returns. */
export type OperationOutput<O extends Operation> = z.input<O["output"]>;

/** Keeps the literal types of an operation. */
export const defineOperation = <const O extends Operation>(operation: O): O => operation;
