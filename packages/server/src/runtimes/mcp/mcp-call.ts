import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Json, McpEra } from "@bowline/catalog";
import type { Client, RequestOptions } from "@modelcontextprotocol/client";
import { cutText } from "../../cut-text.ts";
import {
  type ExecutionInfo,
  type Failure,
  type FailureKind,
  maxMessageLength,
  type Outcome,
  type Question,
} from "../outcome.ts";
import { parseExactJson } from "../parse-exact-json.ts";
import { encodeComponent } from "../percent-encode.ts";
import { type PlacedCredentials, placeCredentials } from "../place-credentials.ts";
import {
  type Access,
  type CallBudget,
  type CallerDialog,
  maxShownLength,
  type PreparedCall,
  type SendOptions,
} from "../runtime.ts";
import { listSecretTexts, masked, maskText, maskValue } from "../secret-texts.ts";
import { renderServerUrl } from "../server-url.ts";
import { addProgress } from "./add-progress.ts";
import { type AskingResult, findQuestion, missingCapability } from "./caller-dialog.ts";
import { describeMcpError } from "./describe-mcp-error.ts";
import { isSessionLost, mayBeLost } from "./lost-session.ts";
import type { Attempt } from "./mcp-attempt.ts";
import { McpExchange, type McpParts } from "./mcp-exchange.ts";
import type { LeaveSession, OpenedSession, ResumedSession } from "./mcp-sessions.ts";
import { describeMissingResponse, isMissingResponse } from "./no-response.ts";
import type { LargeResult } from "./read-large-message.ts";
import { readToolResult, type ToolOutput } from "./read-tool-result.ts";
import { endSession, type McpPeer, withMcpClient } from "./with-mcp-client.ts";

const pauseMs = 50;
const invalidParams = -32_602;
const internalError = -32_603;
const refusals = new Set([invalidParams, internalError, missingCapability]);

/** What is asked of an MCP server. */
export interface McpTask {
  method: string;
  params: Record<string, unknown>;
  /** Null: the server is asked what it speaks. */
  era: McpEra | null;
  run(session: McpSession): Promise<ToolOutput | AskingResult>;
}

/** What a task needs. */
export interface McpSession {
  client: Client;
  options: RequestOptions;
  dialog: CallerDialog | undefined;
  secretTexts: readonly string[];
  exchange: Pick<McpExchange, "takeToolTexts">;
}

/** How a call is sent. */
interface Way {
  era: McpEra | null;
  /** A server that speaks this one may have run the tool, so it is not called again. Default: it may speak either. */
  refusedEra?: McpEra | null;
  /** Default: a new one, if the server has any. */
  session?: ResumedSession;
}

/** How a call is sent again. */
interface Repeat extends Way {
  pauseMs: number;
}

/** One call to an MCP server, ready to be sent. */
export class McpCall implements PreparedCall {
  readonly #parts: McpParts;
  readonly #task: McpTask;
  readonly #url: string;
  readonly #credentials: PlacedCredentials;
  readonly secretTexts: readonly string[];

  /** @throws RequestBuildError when the connection does not give an address, or credentials that fit into a header */
  constructor(parts: McpParts, access: Access, task: McpTask) {
    const credentials = placeCredentials(access.placements, access.variables);
    this.#parts = parts;
    this.#task = task;
    const slash = access.serverUrl.endsWith("/") ? "/" : "";
    this.#url = renderServerUrl(access.serverUrl, access.variables) + slash;
    this.#credentials = credentials;
    this.secretTexts = listSecretTexts(access.secretValues, credentials.derivedSecrets);
  }

  get destination(): string {
    return this.#url;
  }

  /** The address with the credentials that stand in its query. */
  get #fullUrl(): string {
    const pairs = this.#credentials.query.map(([, pair]) => pair);
    return pairs.length === 0 ? this.#url : `${this.#url}?${pairs.join("&")}`;
  }

  findRefusal(): string | null {
    return this.#parts.egress.findRefusal(this.#url);
  }

  preview(): Json {
    const headers = this.#credentials.headers.map(([name, value]) => {
      const clean = maskText(value, this.secretTexts);
      return [name, clean === value ? masked : clean];
    });
    const query = this.#credentials.query.map(([name]) => `${encodeComponent(name)}=${masked}`).join("&");
    const { method, params } = this.#task;
    return {
      method: "POST",
      url: maskText(this.#url, this.secretTexts) + (query && `?${query}`),
      headers: Object.fromEntries(headers),
      body: this.#previewBody({ jsonrpc: "2.0", method, params }),
    };
  }

  #previewBody(body: Record<string, unknown>): Json {
    const json = JSON.stringify(body);
    return json.length > maxShownLength
      ? { contentType: "application/json", sizeBytes: Buffer.byteLength(json) }
      : (maskValue(body, this.secretTexts) as Json);
  }

  async send(options: SendOptions): Promise<Outcome> {
    const begin = performance.now();
    const leaveTime = () => ({ ...options, timeoutMs: options.timeoutMs - (performance.now() - begin) });
    const first = (await this.#goOn(options, leaveTime)) ?? (await this.#begin(leaveTime()));
    const again =
      first.outcome.isSuccess || options.signal?.aborted ? null : this.#planRepeat(first, options);
    if (again !== null) {
      await sleep(again.pauseMs);
    }
    const left = leaveTime();
    const second = again === null || left.timeoutMs <= 0 ? first : await this.#attempt(again, left);
    const isToolLost = first.exchange.isToolCalled && !second.exchange.isToolCalled;
    const { outcome } = isToolLost ? first : second;
    outcome.executionInfo.executionTime = performance.now() - begin;
    const exchanges = [first.exchange, second.exchange];
    if (!outcome.isSuccess && !exchanges.some(({ mayHaveActed }) => mayHaveActed)) {
      if (outcome.kind === "authorizationExpired") {
        outcome.nothingDone = "unauthorized";
      } else if (!exchanges.some(({ isToolCalled }) => isToolCalled)) {
        outcome.nothingDone = "unsent";
      }
    }
    return outcome;
  }

  /** Sends the call in the session of those before it. Undefined: there is none, or the server has ended it and refused the call. */
  async #goOn(options: SendOptions, leaveTime: () => SendOptions): Promise<Attempt | undefined> {
    const key = this.#nameSession(options);
    if (key === null) {
      return undefined;
    }
    const { sessions } = this.#parts;
    const goOn = async (session: ResumedSession) => {
      const attempt = await this.#attempt({ era: "legacy", session }, leaveTime());
      if (mayBeLost(attempt)) {
        sessions.forget(key, session);
      }
      return isSessionLost(attempt) ? undefined : attempt;
    };
    return sessions.use(key, goOn, options.signal);
  }

  /** Sends the call in a new session, if the server has any. Other calls wait until this is open. */
  async #begin(options: SendOptions): Promise<Attempt> {
    try {
      return await this.#attempt({ era: this.#task.era }, options);
    } finally {
      const key = this.#nameSession(options);
      if (key !== null) {
        this.#parts.sessions.endOpening(key);
      }
    }
  }

  /**
   * Names the calls that share a session: those of one owner with the same address and credentials. Null: none does. Servers of revision
   * 2026-07-28 have no sessions.
   */
  #nameSession({ stateOwner }: SendOptions): string | null {
    return stateOwner === undefined || this.#task.era === "modern"
      ? null
      : hash("sha256", JSON.stringify([stateOwner, this.#url, this.#credentials]));
  }

  /** Keeps a session for the next call of the same owner. Null: it is to be ended. */
  #keep(opened: OpenedSession, options: SendOptions): LeaveSession | null {
    const key = this.#nameSession(options);
    if (key === null) {
      return null;
    }
    const { timeoutMs, maxBytes, accountUserId } = options;
    const budget = { timeoutMs, maxBytes, accountUserId };
    const end = prepareEnd(this.#parts, this.#peer, this.#credentials, budget, opened);
    return this.#parts.sessions.keep(key, opened, end);
  }

  get #peer(): Pick<McpPeer, "url" | "headers"> {
    return { url: this.#fullUrl, headers: Object.fromEntries(this.#credentials.headers) };
  }

  /** Null: the call is not sent again. */
  #planRepeat({ outcome, exchange, error }: Attempt, options: SendOptions): Repeat | null {
    const other =
      exchange.isToolCalled && isCallRefused(error) ? null : this.#findOtherEra(exchange, options);
    if (other !== null) {
      return other;
    }
    return mayRepeat(outcome, exchange, options) ? { era: this.#task.era, pauseMs } : null;
  }

  /** A server that has changed its era refuses the first request as a whole, so that nothing was done. */
  #findOtherEra({ status, failure, isToolCalled }: McpExchange, options: SendOptions): Repeat | null {
    const { era } = this.#task;
    if (failure !== null) {
      return null;
    }
    if (era === null) {
      // Older servers fail in many ways when the first request is not `initialize`.
      return status === 500 ? { era: "legacy", pauseMs: 0 } : null;
    }
    const isRefused = status === 400 || status === 404 || status === 405;
    const mayHaveRun = isToolCalled && !options.mayRepeat;
    // An older server has accepted `initialize` before the tool was called.
    return isRefused && !(mayHaveRun && era === "legacy")
      ? { era: null, refusedEra: mayHaveRun ? era : null, pauseMs: 0 }
      : null;
  }

  async #attempt({ era, refusedEra = null, session }: Way, options: SendOptions): Promise<Attempt> {
    const exchange = new McpExchange(this.#parts, options, this.#credentials, this.secretTexts);
    const peer = { ...this.#peer, era, session: session ?? null };
    const work = (client: Client, requestOptions: RequestOptions) => {
      if (refusedEra !== null && client.getProtocolEra() === refusedEra) {
        throw new Error("The server speaks the era in which it was called.");
      }
      return this.#task.run({
        client,
        options: addProgress(requestOptions, options, this.secretTexts),
        dialog: options.dialog,
        secretTexts: this.secretTexts,
        exchange,
      });
    };
    const opening: { leave: LeaveSession | null; isLost: boolean } = { leave: null, isLost: false };
    const keep = (opened: OpenedSession) => {
      opening.leave = this.#keep(opened, options);
      return opening.leave !== null;
    };
    try {
      const result = await withMcpClient(peer, exchange, options, work, keep);
      return { outcome: this.#readResult(result, exchange), exchange };
    } catch (error) {
      const question = findQuestion(error, options.dialog);
      if (question !== null) {
        return { outcome: this.#ask(question, exchange), exchange, error };
      }
      if (isMissingResponse(error)) {
        exchange.failure ??= describeMissingResponse(exchange);
      }
      const { kind, message } = describeMcpError(error, exchange, options.signal, this.secretTexts);
      const attempt = { outcome: this.#fail(kind, message, null, exchange), exchange, error };
      opening.isLost = mayBeLost(attempt);
      return attempt;
    } finally {
      opening.leave?.(opening.isLost);
    }
  }

  #ask(question: Question, exchange: McpExchange): Failure {
    const failure = this.#fail("toolError", "The tool asks for input before it goes on.", null, exchange);
    return { ...failure, question: maskValue(question, this.secretTexts) as Question };
  }

  #readLarge(large: LargeResult, exchange: McpExchange): Outcome {
    const { failureText, outputText, contentText, isOutputHeavy } = large;
    const content = contentText === null ? null : (JSON.parse(contentText) as unknown[]);
    if (failureText !== null) {
      return this.#failAsTold(failureText, { output: null, content }, exchange);
    }
    let parsed: { output: unknown } | undefined;
    return {
      isSuccess: true,
      outputText,
      isOutputHeavy,
      get output() {
        parsed ??= { output: parseExactJson(outputText) };
        return parsed.output;
      },
      ...(content !== null && { content }),
      executionInfo: this.#describe(exchange),
    };
  }

  #readResult(result: ToolOutput | AskingResult, exchange: McpExchange): Outcome {
    if (exchange.large !== null) {
      return this.#readLarge(exchange.large, exchange);
    }
    if ("question" in result) {
      return this.#ask(result.question, exchange);
    }
    const read = exchange.result === null ? result : readToolResult(exchange.result);
    const output = read.isMasked ? read.output : maskValue(read.output, this.secretTexts);
    const content = read.content && (maskValue(read.content, this.secretTexts) as unknown[]);
    if (read.isError) {
      return this.#failAsTold(read.text, { output, content }, exchange);
    }
    return {
      isSuccess: true,
      output,
      outputText: null,
      ...(content !== null && { content }),
      executionInfo: this.#describe(exchange),
    };
  }

  /** @param text the tool's own words */
  #failAsTold(
    text: string,
    { output, content }: Pick<ToolOutput, "output" | "content">,
    exchange: McpExchange,
  ): Failure {
    const words = maskText(text.trim(), this.secretTexts);
    const failure = this.#fail(
      "toolError",
      words || "The tool failed and did not say why.",
      output,
      exchange,
    );
    return {
      ...failure,
      ...(words.length > maxMessageLength && { words }),
      ...(content !== null && { content }),
    };
  }

  #fail(kind: FailureKind, message: string, output: unknown, exchange: McpExchange): Failure {
    const clean = maskText(message, this.secretTexts);
    const cut = cutText(clean, maxMessageLength);
    return { isSuccess: false, kind, message: cut, output, executionInfo: this.#describe(exchange) };
  }

  #describe({ status, headers, sizeBytes }: McpExchange): ExecutionInfo {
    const { "set-cookie": _, "mcp-session-id": __, ...shown } = headers ?? {};
    return {
      statusCode: status,
      headers: headers === null ? null : (maskValue(shown, this.secretTexts) as Record<string, string>),
      executionTime: 0,
      dataSize: status === null ? null : sizeBytes,
    };
  }
}

/** Returns what ends a session later. It keeps nothing of the call, whose input may be large. */
const prepareEnd =
  (
    parts: McpParts,
    peer: Pick<McpPeer, "url" | "headers">,
    credentials: PlacedCredentials,
    budget: CallBudget,
    opened: OpenedSession,
  ) =>
  (): Promise<void> =>
    endSession(peer, opened, new McpExchange(parts, budget, credentials, []));

/**
 * Whether the server understood the call and refused it, or failed in it. The other errors of JSON-RPC (-32700, -32600, -32601) and of the
 * protocol (from -32099 to -32000) say that it does not speak like this.
 */
function isCallRefused(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "number" && (code > -32_000 || refusals.has(code));
}

/** Whether the server was unavailable, and either the tool was not called or calling it twice does no harm (decisions D35). */
function mayRepeat(
  outcome: Outcome,
  { failure, status, isToolCalled }: McpExchange,
  options: SendOptions,
): boolean {
  const isUnavailable =
    failure === null ? status === 502 || status === 503 : failure.kind === "downstreamUnavailable";
  return !outcome.isSuccess && isUnavailable && (options.mayRepeat || !isToolCalled);
}
