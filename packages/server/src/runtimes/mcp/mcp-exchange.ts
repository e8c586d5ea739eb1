import type { FetchLike } from "@modelcontextprotocol/client";
import type { Egress } from "../../egress/egress.ts";
import type { EgressFailure } from "../../egress/egress-outcome.ts";
import { describeTimeout } from "../../egress/exchange-messages.ts";
import { EgressError } from "../../egress/stream-exchange.ts";
import type { PlacedCredentials } from "../place-credentials.ts";
import type { McpMessageKind } from "../response-job.ts";
import type { ResponseThreads } from "../response-threads.ts";
import type { CallBudget } from "../runtime.ts";
import { leaveOutNulls } from "./leave-out-nulls.ts";
import type { LargeMessage, LargeResult, ReadMessage } from "./read-large-message.ts";
import { type MessageReplacements, maxSmallBytes, replaceMessages } from "./replace-messages.ts";
import { takeResult } from "./take-result.ts";

/** The time limit of requests that only tidy up: the end of a session, a cancellation. */
const tidyMs = 5_000;

/** Of the notifications and requests of a server during one call: the client takes much longer for one than it takes to send it. */
const maxHeard = 1000;

/** The requests of one call to an MCP server, as they went. */
export interface McpExchange {
  /** For the client: every request goes through egress, within what is left of the call's time and size. */
  fetch: FetchLike;
  /** The status of the last response that had a body to read. Null: none came. */
  status: number | null;
  /** The headers of that response. */
  headers: Record<string, string> | null;
  /** Bytes of all responses. */
  sizeBytes: number;
  /** Whether the last response is a stream of events, which may be resumed. */
  isStream: boolean;
  /** What ended an exchange; it says more than the client's error. */
  failure: EgressFailure | null;
  /** What broke a stream that the client may resume; null: nothing did. */
  lost: EgressFailure | null;
  /** Fires with `failure`, so that nobody waits for a response that cannot come. */
  broken: AbortSignal;
  /** Whether a byte of the call of a tool may have been sent. What goes before it changes nothing at the server. */
  isToolCalled: boolean;
  /** The tool's result as it came, which the client has only an empty one of. Null: none came, or it was too large. */
  result: Record<string, unknown> | null;
  /** A tool's result that was too large to be read here. Null: it was not. */
  large: LargeResult | null;
}

/** The parts of the server that MCP calls use. */
export interface McpParts {
  egress: Egress;
  threads: Pick<ResponseThreads, "readMessage">;
}

/**
 * @param credentials those that the requests carry
 * @param secretTexts masked in large results
 */
export function openMcpExchange(
  { egress, threads }: McpParts,
  budget: CallBudget,
  credentials: PlacedCredentials,
  secretTexts: readonly string[],
): McpExchange {
  const credentialHeaders = credentials.headers.map(([name]) => name);
  const credentialQuery = credentials.query.map(([name]) => name);
  const deadline = performance.now() + budget.timeoutMs;
  const breaker = new AbortController();
  const exchange: McpExchange = {
    fetch: send,
    status: null,
    headers: null,
    sizeBytes: 0,
    isStream: false,
    failure: null,
    lost: null,
    broken: breaker.signal,
    isToolCalled: false,
    result: null,
    large: null,
  };

  /** The id of the call of a tool. A response to any other is none, and only the first counts. */
  let callId = "";
  let heard = 0;
  const isHeard = (method: string): boolean => method !== "notifications/message" && ++heard <= maxHeard;
  const isFirstResult = (id: unknown): boolean =>
    exchange.result === null && exchange.large === null && String(id) === callId;

  function fail(failure: EgressFailure): void {
    // A single request has only what is left of the call's time.
    const message = failure.kind === "timeout" ? describeTimeout(budget.timeoutMs) : failure.message;
    exchange.failure ??= { ...failure, message };
    breaker.abort();
  }

  /** A stream that broke is resumed by the client, if the server allows it. */
  function lose(failure: EgressFailure): void {
    if (failure.kind === "downstreamUnavailable") {
      exchange.lost = failure;
    } else {
      fail(failure);
    }
  }

  async function send(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const headers = Object.fromEntries(new Headers(init.headers));
    const method = init.method ?? "GET";
    if (method === "GET" && headers["last-event-id"] === undefined) {
      // A stream for what the server says unasked: there is nobody to hear it.
      return new Response(null, { status: 405 });
    }
    const body = typeof init.body === "string" ? init.body : null;
    const isToolCall = body?.includes('"method":"tools/call"') === true;
    if (isToolCall) {
      callId = String(JSON.parse(body ?? "{}").id);
    }
    const isResuming = method === "GET";
    const isTidying = method === "DELETE" || body?.includes('"method":"notifications/cancelled"') === true;
    const response = await egress.stream({
      method,
      url: String(url),
      headers,
      body,
      credentialHeaders,
      credentialQuery,
      certificate: credentials.certificate,
      timeoutMs: isTidying ? tidyMs : Math.max(1, deadline - performance.now()),
      maxBytes: Math.max(0, budget.maxBytes - exchange.sizeBytes),
      accountUserId: budget.accountUserId,
      ...(init.signal != null && !isTidying && { signal: init.signal }),
    });
    if (isToolCall && (response.ok || response.sent)) {
      exchange.isToolCalled = true;
    }
    if (!response.ok) {
      if (!isTidying && init.signal?.aborted !== true) {
        (isResuming ? lose : fail)(response);
      }
      throw new EgressError(response);
    }
    const isStream = response.headers["content-type"]?.includes("text/event-stream") ?? false;
    if (!isTidying && !isResuming) {
      exchange.isStream = isStream;
    }
    if (!isTidying && response.status !== 202) {
      exchange.status = response.status;
      exchange.headers = response.headers;
    }
    const { status } = response;
    if (status < 200 || status > 599 || [204, 205, 304].includes(status)) {
      await response.body.cancel();
      return new Response(null, { status: status === 204 || status === 205 ? 204 : 502 });
    }
    const watched = watch(response.body, {
      onChunk: (size) => {
        exchange.sizeBytes += size;
      },
      onError: (error) => {
        if (error instanceof EgressError && !isTidying && init.signal?.aborted !== true) {
          (isStream ? lose : fail)(error.failure);
        }
      },
    });
    const { "content-length": _, ...headersLeft } = response.headers;
    const isOfToolCall = isToolCall || (isResuming && exchange.isToolCalled);
    const replacements = chooseReplacements(status, isStream, isOfToolCall);
    return new Response(replaceMessages(watched, isStream, replacements), { status, headers: headersLeft });
  }

  function chooseReplacements(status: number, isStream: boolean, isOfToolCall: boolean): MessageReplacements {
    if (status < 200 || status >= 300) {
      return isOfToolCall ? refusal : { ...refusal, replaceSmall: leaveOutNulls };
    }
    return isOfToolCall ? readMessages(isStream) : readDescription(isStream);
  }

  /** What a server says of itself and its tools is read by the client. */
  const readDescription = (isStream: boolean): MessageReplacements => ({
    replaceSmall: leaveOutNulls,
    replaceLarge: async (body) => (await readLarge("mcpListing", { body, isStream })).replacement,
  });

  /** What cannot be read is a failure. */
  async function readLarge(
    kind: McpMessageKind,
    message: Omit<LargeMessage, "secretTexts">,
  ): Promise<ReadMessage> {
    const read = await threads.readMessage(kind, { ...message, secretTexts });
    if (typeof read === "string") {
      fail({ ok: false, kind: "outputTooLarge", message: read, sent: true });
      return { replacement: "{}", result: null };
    }
    return read;
  }

  function readMessages(isStream: boolean): MessageReplacements {
    return {
      replaceSmall: (message) =>
        takeResult(
          message,
          (result, id) => {
            if (isFirstResult(id)) {
              exchange.result = result;
            }
          },
          isHeard,
        ),
      async replaceLarge(body) {
        const read = await readLarge("mcpResult", { body, isStream });
        if (read.result !== null && isFirstResult(JSON.parse(read.replacement).id)) {
          exchange.large = read.result;
        }
        return read.replacement;
      },
    };
  }

  return exchange;
}

/** The words of a refusal stand at its beginning. */
const refusal: MessageReplacements = {
  replaceSmall: (message) => message,
  replaceLarge: async (body) => Buffer.from(body).toString("utf8", 0, maxSmallBytes),
};

function watch(
  body: ReadableStream<Uint8Array>,
  { onChunk, onError }: { onChunk: (size: number) => void; onError: (error: unknown) => void },
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
        } else {
          onChunk(value.length);
          controller.enqueue(value);
        }
      } catch (error) {
        onError(error);
        controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
