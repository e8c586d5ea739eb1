import type { Json } from "../json-schema.ts";

/** One call of a tool as the application's documentation shows it, with values of ours. */
export interface ToolExample {
  input: { [member: string]: unknown };
  /** The request that the tool must send. Credentials are left out. */
  request: {
    method: string;
    /** Below the environment's address, without the query. */
    path: string;
    /** Decoded; a list repeats the name. */
    query?: { [parameter: string]: string | readonly string[] };
    /** JSON, or the text of any other body. */
    body?: unknown;
  };
  /** What the application returns: JSON, or the text of another body. */
  response: Json;
  /** Default 200. */
  status?: number;
}

/** The examples of an application, by operation. */
export type ToolExamples = { [operation: string]: ToolExample | ToolExample[] };
