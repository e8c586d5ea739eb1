import type { CredentialPlacement, Json, ToolPaging } from "@bowline/catalog";
import type { Outcome, Success } from "./outcome.ts";

/** What a connection gives a call: where it goes, and as whom. */
export interface Access {
  /** The environment's server; `{name}` stands for a variable. */
  serverUrl: string;
  /** The connection's fields by name, the opened secrets included. */
  variables: Readonly<Record<string, string>>;
  /** Where the credentials stand in a request. */
  placements: readonly CredentialPlacement[];
  /** Never shown, wherever they come back. */
  secretValues: readonly string[];
}

/** What one call may take at most. */
export interface CallBudget {
  /** Of the whole call, a second attempt included. */
  timeoutMs: number;
  /** Of the decoded response. */
  maxBytes: number;
}

/** How a call is sent. */
export interface SendOptions extends CallBudget {
  /** The tool is read-only or idempotent: it may be sent a second time when the application is unavailable (decisions D35). */
  mayRepeat: boolean;
  /** Cancels the call. */
  signal?: AbortSignal;
  /** Told how far the call is, by runtimes that hear of it. */
  onProgress?: (progress: CallProgress) => void;
}

export interface CallProgress {
  progress: number;
  /** Null: not known. */
  total: number | null;
  message: string | null;
}

/** One way to run tools: HTTP, MCP, … It knows one kind of binding. */
export interface Runtime<Binding> {
  /** Works out everything that does not depend on a call. Pure; done once a tool. */
  compile(binding: Binding): CompiledTool;
}

/** A tool that is ready for calls. */
export interface CompiledTool {
  /**
   * Builds one call of an input that the tool's schema has accepted. Pure; nothing is sent.
   *
   * @throws RequestBuildError when the input or the connection cannot be written as a request
   */
  prepare(access: Access, input: Readonly<Record<string, unknown>>): PreparedCall;
}

/** A call that is ready to be sent. It holds secrets: never log or store it, see `preview`. */
export interface PreparedCall {
  /** The address that it goes to, which decides whether the secrets may go along (decisions D73). It may hold some. */
  readonly destination: string;
  /** The spellings in which a secret of the connection may come back. */
  readonly secretTexts: readonly string[];
  /** The request as a person may see it, every secret masked (decisions D36). */
  preview(): Json;
  /**
   * Sends the call and reads the result. It never throws: a failure is an outcome. When the application does not accept the
   * credentials any more, its kind is `authorizationExpired`, whatever the application's own sign of that is.
   */
  send(options: SendOptions): Promise<Outcome>;
  /** The call of the page after this one's; absent where tools have no pages. */
  nextPage?(paging: ToolPaging, page: Success, resultCount: number): NextPage;
}

/**
 * `end`: there is no further page, or it was read already. `refused`: its address is of another origin. `unusable`: its cursor
 * cannot be written into a request.
 */
export type NextPage = PreparedCall | "end" | "refused" | "unusable";
