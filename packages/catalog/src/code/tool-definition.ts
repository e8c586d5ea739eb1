import type { z } from "zod";
import type { NativeResults } from "../manifest/native-results.ts";
import type { ResponseFailure } from "../manifest/response-failure.ts";
import type { ToolContext } from "../manifest/tool-manifest.ts";
import type { ToolPaging } from "../manifest/tool-paging.ts";
import type { RequestDefinition } from "./request-definition.ts";
import type { ToolRun } from "./tool-run.ts";

/** What a tool does to the application's data, for callers that ask a person first. */
export interface ToolHints {
  /** Changes nothing. */
  readOnly?: boolean;
  /** May delete or overwrite something. */
  destructive?: boolean;
  /** A second call with the same input changes nothing more. */
  idempotent?: boolean;
  /** Reaches more than the application itself, such as the public internet. Default true. */
  openWorld?: boolean;
}

interface SharedDefinition<Input extends z.ZodObject, Output extends z.ZodType, Operation extends string> {
  /** Names the tool in its application, in snake case and without the application's name: `messages_send`. Never change it. */
  operation: Operation;
  /** A few words for people, such as `Send a message`. */
  name: string;
  /** For models: what the tool does, when to use it, what it returns. At most 1024 characters. */
  description: string;
  input: Input;
  /** What the tool returns. Members that it does not name are kept, unless it is a `z.strictObject`. */
  output: Output;
  /** OAuth scopes that the tool needs. */
  scopes?: readonly string[];
  /** Words to filter tools by. */
  tags?: readonly string[];
  /** Path of the list in the output, such as `/messages`; `""` when the output is the list. Default: none is known. */
  resultsPath?: string;
  /** The application's own filters, orders and limits. */
  results?: NativeResults;
  /** Which input `contextValue` fills. */
  context?: ToolContext;
  /** Keys of the methods that the tool accepts. Default: all of the application. */
  authentications?: readonly string[];
  /** Default: true when the application has a method with credentials. */
  requiresConnection?: boolean;
}

/** A tool that is one HTTP request. The server sends it, so dry runs show it and pages are followed. */
export interface RequestToolDefinition<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Operation extends string = string,
  Path extends string = string,
> extends SharedDefinition<Input, Output, Operation> {
  request: RequestDefinition<Path, keyof z.input<Input> & string>;
  paging?: ToolPaging;
  /** How the application reports a failure with a status of success; null: not at all. Default: that of the application. */
  failure?: ResponseFailure | null;
  /** Default: what the request's method says. */
  hints?: ToolHints;
  run?: undefined;
  connectionFields?: undefined;
  serverUrl?: undefined;
}

/** A tool that is code, for what a request cannot say. It runs in a thread of its own. */
export interface RunToolDefinition<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Operation extends string = string,
  Field extends string = string,
> extends SharedDefinition<Input, Output, Operation> {
  /** Must say at least whether the tool only reads: nobody can see that in its code. */
  hints: ToolHints & { readOnly: boolean };
  /** The tool's own server, if it is not the environment's. May contain `{connectionField}`. */
  serverUrl?: string;
  /** Connection fields that the code reads. It gets no other. Requests need none: the server adds the credentials. */
  connectionFields?: readonly Field[];
  run(call: ToolRun<z.output<Input>, Field>): Promise<z.input<Output>> | z.input<Output>;
  /** How a response with a status of success reports a failure; null: not at all. Default: that of the application. */
  failure?: ResponseFailure | null;
  request?: undefined;
  paging?: undefined;
}

/** A tool of `defineTool`, whatever its schemas are. */
export interface DefinedTool<Operation extends string = string, Field extends string = string> {
  readonly operation: Operation;
  /** The connection fields that the code of the tool reads. */
  readonly connectionFields: readonly Field[];
  readonly definition: AnyToolDefinition;
}

/** Inside, where the schemas' types no longer matter. */
export type AnyToolDefinition =
  | (Omit<RequestToolDefinition, "request"> & { request: RequestDefinition })
  | (Omit<RunToolDefinition, "run"> & {
      run(call: ToolRun<Record<string, unknown>, string>): unknown;
    });
