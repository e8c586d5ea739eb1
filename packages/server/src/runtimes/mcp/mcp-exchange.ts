import type { FetchLike } from "@modelcontextprotocol/client";
import type { Egress } from "../../egress/egress.ts";
import type { EgressFailure, EgressStream } from "../../egress/egress-outcome.ts";
import { describeTimeout } from "../../egress/exchange-messages.ts";
import { EgressError } from "../../egress/stream-exchange.ts";
import type { PlacedCredentials } from "../place-credentials.ts";
import type { ResponseThreads } from "../response-threads.ts";
import type { CallBudget } from "../runtime.ts";
import { CallResponses } from "./call-responses.ts";
import type { McpSessions } from "./mcp-sessions.ts";
import type { LargeResult } from "./read-large-message.ts";
import { replaceMessages } from "./replace-messages.ts";
import { readSentRequest, type SentRequest } from "./sent-request.ts";
import { watchBody } from "./watch-body.ts";

/** The time limit of requests that only tidy up. */
const tidyMs = 5_000;
/** Each request of a server costs a request of ours. Thousands would hold the processor for seconds. */
const maxReplies = 200;

/** The parts of the server that MCP calls use. */
export interface McpParts {
  egress: Egress;
  threads: Pick<ResponseThreads, "readMessage">;
  sessions: McpSessions;
}

/** The requests of one call to an MCP server, as they went. */
export class McpExchange {
  /** The status of the last response that had a body to read. Null: none came. */
  status: number | null = null;
  /** The headers of that response. */
  headers: Record<string, string> | null = null;
  /** Bytes of all responses. */
  sizeBytes = 0;
  /** Whether the last response is a stream of events, which may be resumed. */
  isStream = false;
  /** What ended an exchange; it says more than the client's error. */
  failure: EgressFailure | null = null;
  /** What broke a stream that the client may resume; null: nothing did. */
  lost: EgressFailure | null = null;
  /** Whether a byte of the call of a tool may have been sent. What goes before it changes nothing at the server. */
  isToolCalled = false;
  /** Whether the call of a tool was refused with 401 where it was sent to, and so was not applied (RFC 9110 §15.5.2). */
  #isToolRefused = false;
  readonly #egress: Egress;
  readonly #budget: CallBudget;
  readonly #credentials: PlacedCredentials;
  readonly #deadline: number;
  readonly #breaker = new AbortController();
  readonly #responses: CallResponses;
  #replies = 0;
  /** The event after which a stream was resumed last; null: that of the last request was not. */
  #resumedAfter: string | null = null;

  /**
   * @param credentials those that the requests carry
   * @param secretTexts masked in large results
   */
  constructor(
    { egress, threads }: Pick<McpParts, "egress" | "threads">,
    budget: CallBudget,
    credentials: PlacedCredentials,
    secretTexts: readonly string[],
  ) {
    this.#egress = egress;
    this.#budget = budget;
    this.#credentials = credentials;
    this.#deadline = performance.now() + budget.timeoutMs;
    this.#responses = new CallResponses({
      threads,
      secretTexts,
      party: budget.accountUserId,
      onUnreadable: (message) => this.#fail({ ok: false, kind: "outputTooLarge", message, sent: true }),
    });
  }

  /** Whether the tool may have run. */
  get mayHaveActed(): boolean {
    return this.isToolCalled && !this.#isToolRefused;
  }

  /** The JSON of each tool of a list that was too large to be read here. Null: there was none since it was last asked for. */
  takeToolTexts(): string[] | null {
    return this.#responses.takeToolTexts();
  }

  /** Fires with `failure`, so that nobody waits for a response that cannot come. */
  get broken(): AbortSignal {
    return this.#breaker.signal;
  }

  /** The tool's result as it came, which the client has only an empty one of. Null: none came, or it was too large. */
  get result(): Record<string, unknown> | null {
    return this.#responses.result;
  }

  /** A tool's result that was too large to be read here. Null: it was not. */
  get large(): LargeResult | null {
    return this.#responses.large;
  }

  /** For the client: every request goes through egress, within what is left of the call's time and size. */
  readonly fetch: FetchLike = async (url, init) => {
    const request = this.#goOn(readSentRequest(url, init));
    if (request.purpose === "reply" && ++this.#replies > maxReplies) {
      this.#fail(tooManyRequests);
      throw new EgressError(tooManyRequests);
    }
    if (request.purpose === "listen") {
      // There is nobody to hear it.
      return new Response(null, { status: 405 });
    }
    if (request.id !== "") {
      this.#responses.expect(request.id, request.purpose === "callTool");
    }
    const response = await this.#send(request);
    this.#noteResponse(request, response);
    return isWithoutBody(response) ? dropBody(response) : this.#passOn(request, response);
  };

  /** The client forgets where it was in a stream when this breaks again before a further event. */
  #goOn(request: SentRequest): SentRequest {
    const { purpose, headers } = request;
    if (purpose === "resume") {
      this.#resumedAfter = headers["last-event-id"] ?? null;
    } else if (purpose === "callTool" || purpose === "other") {
      this.#resumedAfter = null;
    } else if (purpose === "listen" && this.#resumedAfter !== null) {
      return { ...request, purpose: "resume", headers: { ...headers, "last-event-id": this.#resumedAfter } };
    }
    return request;
  }

  /** @throws EgressError */
  async #send(request: SentRequest): Promise<EgressStream> {
    const { purpose, method, url, headers, body, signal } = request;
    const { certificate } = this.#credentials;
    const isTidying = purpose === "tidy";
    const response = await this.#egress.stream({
      method,
      url,
      headers,
      body,
      credentialHeaders: this.#credentials.headers.map(([name]) => name),
      credentialQuery: this.#credentials.query.map(([name]) => name),
      certificate,
      timeoutMs: isTidying ? tidyMs : Math.max(1, this.#deadline - performance.now()),
      maxBytes: Math.max(0, this.#budget.maxBytes - this.sizeBytes),
      accountUserId: this.#budget.accountUserId,
      ...(signal !== null && !isTidying && { signal }),
    });
    if (purpose === "callTool" && (response.ok || response.sent)) {
      this.isToolCalled = true;
    }
    if (response.ok) {
      this.#isToolRefused ||= purpose === "callTool" && response.status === 401 && response.url === url;
      return response;
    }
    this.#noteFailure(request, response, purpose === "resume");
    throw new EgressError(response);
  }

  #noteResponse({ purpose }: SentRequest, response: EgressStream): void {
    if (isAside(purpose)) {
      return;
    }
    if (purpose !== "resume") {
      this.isStream = isEventStream(response);
    }
    if (response.status !== 202) {
      this.status = response.status;
      this.headers = response.headers;
    }
  }

  /** Passes a response on to the client, without what the client need not see. */
  #passOn(request: SentRequest, response: EgressStream): Response {
    const { status } = response;
    const isStream = isEventStream(response);
    const isOfToolCall =
      request.purpose === "callTool" || (request.purpose === "resume" && this.isToolCalled);
    const watched = watchBody(response.body, {
      onChunk: (sizeBytes) => {
        this.sizeBytes += sizeBytes;
      },
      onError: (error) => {
        if (error instanceof EgressError) {
          this.#noteFailure(request, error.failure, isStream);
        }
      },
    });
    const replacements = this.#responses.chooseReplacements(status, isStream, isOfToolCall);
    const { "content-length": _, ...headers } = response.headers;
    return new Response(replaceMessages(watched, isStream, replacements), { status, headers });
  }

  /** @param isResumable a stream that broke is resumed by the client, if the server allows it */
  #noteFailure({ purpose, signal }: SentRequest, failure: EgressFailure, isResumable: boolean): void {
    if (isAside(purpose) || signal?.aborted === true) {
      return;
    }
    if (isResumable && failure.kind === "downstreamUnavailable") {
      this.lost = failure;
    } else {
      this.#fail(failure);
    }
  }

  #fail(failure: EgressFailure): void {
    // A single request has only what is left of the call's time.
    const message = failure.kind === "timeout" ? describeTimeout(this.#budget.timeoutMs) : failure.message;
    this.failure ??= { ...failure, message };
    this.#breaker.abort();
  }
}

const tooManyRequests: EgressFailure = {
  ok: false,
  kind: "invalidOutput",
  message: `The MCP server sent more than ${maxReplies} requests of its own during the call.`,
  sent: true,
};

/** Nobody waits for the response, and the call goes on without it. */
const isAside = (purpose: SentRequest["purpose"]): boolean => purpose === "tidy" || purpose === "reply";

const isEventStream = ({ headers }: EgressStream): boolean =>
  headers["content-type"]?.includes("text/event-stream") ?? false;

/** A web response of such a status has no body, or cannot be made at all. */
const isWithoutBody = ({ status }: EgressStream): boolean =>
  status < 200 || status > 599 || [204, 205, 304].includes(status);

async function dropBody({ status, body }: EgressStream): Promise<Response> {
  await body.cancel();
  return new Response(null, { status: status === 204 || status === 205 ? 204 : 502 });
}
