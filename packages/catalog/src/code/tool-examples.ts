import type { Json } from "../json-schema.ts";

/** One call of a tool as the application's documentation shows it, with values of ours. */
export interface ToolExample extends ToolExchange {
  input: { [member: string]: unknown };
}

/** A call of a tool that is code and sends several requests, in order. */
export interface ToolExampleSequence {
  input: { [member: string]: unknown };
  exchanges: ToolExchange[];
}

export type AnyToolExample = ToolExample | ToolExampleSequence;

/** A request and its response. */
export interface ToolExchange {
  /** The request that the tool must send. Credentials are left out. */
  request: {
    method: string;
    /** Below the server's address, without the query, encoded as it is sent. */
    path: string;
    /** Decoded; a list repeats the name. */
    query?: { [parameter: string]: string | readonly string[] };
    /** JSON or a form as an object, any other body as text. A file in a form is `{fileName, contentType, text}`. */
    body?: unknown;
  };
  /** What the application returns: JSON, or the text of another body. Addresses below the server's stay below it. */
  response: Json;
  /** Default 200. */
  status?: number;
}

/**
 * The examples of an application, by operation. `npx vitest run application-examples -t '^slack '` runs those of one application
 * through a whole server, against a stand-in that compares the request and returns the response.
 */
export type ToolExamples = { [operation: string]: AnyToolExample | AnyToolExample[] };
