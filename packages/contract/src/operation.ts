import type { z } from "zod";
import type { ErrorCode } from "./error-codes.ts";
import type { Tag } from "./tags.ts";

/**
 * One operation of the API as data. Routing, validation, authorisation, OpenAPI and tests are derived from it.
 */
export interface Operation {
  /** Lower camel case; the handler's function and, in kebab case, its file are called the same. */
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Template with `{parameter}`s, beginning with `/v1`. */
  path: `/v1/${string}`;
  tag: Tag;
  summary: string;
  description?: string;
  /** Whether the contract does not name it (decisions D0). */
  extension: boolean;
  /**
   * Who may call it: `anyone` with a valid credential, even with a deleted profile; `member`: any account user;
   * `admin`: the role Admin (decisions D12, D15).
   */
  auth: "anyone" | "member" | "admin";
  /** Which narrowed credentials may call it: `toolset`: all; `readOnly`: those that may only read; `none`: none (decisions D13). */
  narrowed: "toolset" | "readOnly" | "none";
  /** `search`: a non-blank `search` is charged to the search budgets in addition (contract, Rate limits). */
  budget: "standard" | "search";
  /** What the path's resource must belong to, else 403: the calling account user, their company, or nothing. */
  ownership: "caller" | "company" | "none";
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Largest body; default `standard`: 1 MiB (decisions D9, D24). */
  bodyLimit?: "standard" | "import";
  /** Request headers with a meaning of their own, by lower-case name. */
  headers?: Record<string, string>;
  /** The 200 answer. */
  output: z.ZodType;
  /** Response headers beyond the universal ones, by name. */
  responseHeaders?: Record<string, string>;
  /** Errors beyond those every operation may answer (401, 403, 429, 500, and 400 where there is input). */
  errors: readonly ErrorCode[];
}

/** What an operation's handler is given: parsed parameters, query and body. */
export interface OperationInput<O extends Operation> {
  params: O["params"] extends z.ZodType ? z.output<O["params"]> : Record<string, never>;
  query: O["query"] extends z.ZodType ? z.output<O["query"]> : Record<string, never>;
  body: O["body"] extends z.ZodType ? z.output<O["body"]> : null;
}

/** What an operation's handler answers. */
export type OperationOutput<O extends Operation> = z.input<O["output"]>;

/** Keeps the literal types of an operation. */
export const defineOperation = <const O extends Operation>(operation: O): O => operation;
