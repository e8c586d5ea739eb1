import type { CredentialPlacement, Json, ToolPaging } from "@bowline/catalog";
import type { Outcome, ResultsShape, Success } from "./outcome.ts";

/** The server and the credentials that a call gets from its connection. */
export interface Access {
  /** The environment's server. `{name}` is replaced by a variable. */
  serverUrl: string;
  /** The connection's fields by name, including the opened secrets. */
  variables: Readonly<Record<string, string>>;
  /** Where in a request the credentials are placed. */
  placements: readonly CredentialPlacement[];
  /** Masked wherever a response repeats them. */
  secretValues: readonly string[];
}

/** The limits of one call. */
export interface CallBudget {
  /** For the whole call, including a second attempt. */
  timeoutMs: number;
  /** For the decoded response. */
  maxBytes: number;
  /** Whose call it is. Default: the server's own. */
  accountUserId?: number | undefined;
}

/** How a call is sent. */
export interface SendOptions extends CallBudget {
  /** The tool is read-only or idempotent, so the call may be sent again when the application is unavailable (decisions D35). */
  mayRepeat: boolean;
  /**
   * Whose state an application may keep from call to call, such as an open browser: one text for each credential. Default: no state is
   * kept.
   */
  stateOwner?: string;
  /** Cancels the call. */
  signal?: AbortSignal;
  /** Called with the call's progress, by runtimes that receive it. */
  onProgress?: (progress: CallProgress) => void;
  /** Filters, sort, offset and top of the request, for a runtime that can apply them (`remainingShape` of a success). */
  shape?: ResultsShape;
  /** What the waiting caller can be asked for. Default: nothing. */
  dialog?: CallerDialog;
}

/**
 * What an application may ask the caller's own client for in the middle of a call, and what that client has said so far (MCP 2026-07-28,
 * multi round-trip requests). Only runtimes that can pass a question on use it.
 */
export interface CallerDialog {
  /** The client's capabilities that a question needs: `elicitation`, `sampling` and `roots`. */
  capabilities: Readonly<Record<string, unknown>>;
  /** The client's responses by the names of the questions. Null: this is the first round. */
  responses: Readonly<Record<string, unknown>> | null;
  /** The application's own note, which it wants back with the responses. */
  state: string | null;
}

export interface CallProgress {
  progress: number;
  /** Null: unknown. */
  total: number | null;
  /** At most `maxMessageLength` characters, no secret in it. */
  message: string | null;
}

/** One way to run tools, such as HTTP or MCP. It handles one kind of binding. */
export interface Runtime<Binding> {
  /** Prepares everything that does not depend on a call. Pure; done once per tool. */
  compile(binding: Binding): CompiledTool;
}

/** A tool that is ready for calls. */
export interface CompiledTool {
  /** Set for tools whose inputs become numbers of JavaScript again: they take no integer that a double does not hold. */
  readsDoubles?: true;
  /**
   * Builds one call from an input that the tool's schema has accepted. Pure; sends nothing.
   *
   * @throws RequestBuildError when the input or the connection cannot be written as a request
   */
  prepare(access: Access, input: Readonly<Record<string, unknown>>): PreparedCall;
}

/** The longest body that `preview` shows, in characters; masking a longer one takes too long (decisions D75). */
export const maxShownLength = 64 * 1024;

/** A call that is ready to be sent. It contains secrets: never log or store it, see `preview`. */
export interface PreparedCall {
  /** The call's address. It decides whether the secrets may be sent (decisions D73), and may contain secrets itself. */
  readonly destination: string;
  /** The spellings in which the response may repeat a secret of the connection. */
  readonly secretTexts: readonly string[];
  /**
   * Finds why nothing is sent to the call's address, as far as that is known without looking up its name: one sentence. Null: nothing is
   * known. Absent in runtimes whose tools may call other addresses.
   */
  findRefusal?(): string | null;
  /** The request for display, with every secret masked (decisions D36). A long body is shown as `{contentType, sizeBytes}`. */
  preview(): Json;
  /**
   * Sends the call and reads the result. It never throws: a failure is an outcome. When the application no longer accepts the
   * credentials, the kind is `authorizationExpired`, in every runtime.
   */
  send(options: SendOptions): Promise<Outcome>;
  /** Prepares the call for the next page. Absent in runtimes whose tools have no pages. */
  nextPage?(paging: ToolPaging, page: Success, resultCount: number): NextPage;
}

/**
 * `end`: there is no further page. `repeated`: the next page was read already. `refused`: its address has another origin. `unusable`: its cursor
 * cannot be written into a request.
 */
export type NextPage = PreparedCall | "end" | "repeated" | "refused" | "unusable";
