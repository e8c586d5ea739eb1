import type { Agent, Dispatcher } from "undici";
import type { EgressFailure, EgressRequest } from "./egress-outcome.ts";
import {
  callCanceled,
  describeTimeout,
  describeTooLarge,
  maxInterimResponses,
  tooManyCalls,
  tooManyInterim,
} from "./exchange-messages.ts";
import { type Hop, type IncomingHeaders, joinHeaders } from "./hop.ts";
import { describeNetworkError } from "./network-error.ts";

/** The beginning of a response whose body is streamed. */
export interface BegunResponse {
  ok: true;
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Fails with `EgressError`. Cancel it to end the exchange. */
  body: ReadableStream<Uint8Array>;
}

/** The error of a streamed body. */
export class EgressError extends Error {
  override readonly name = "EgressError";
  readonly failure: EgressFailure;

  constructor(failure: EgressFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Sends one hop and returns its response when it begins. Time and size limits apply until its end. */
export function beginOnce(
  agent: Agent,
  hop: Hop,
  request: EgressRequest,
  deadline: number,
): Promise<BegunResponse | EgressFailure> {
  return new Promise((resolve) => {
    new StreamExchange(agent, hop, request, resolve).begin(deadline);
  });
}

/** Passes the body on as it arrives, and pauses the connection while nobody reads. */
class StreamExchange implements Dispatcher.DispatchHandler {
  readonly #agent: Agent;
  readonly #hop: Hop;
  readonly #request: EgressRequest;
  readonly #party: number;
  readonly #resolve: (response: BegunResponse | EgressFailure) => void;
  #timer: NodeJS.Timeout | undefined;
  #exchange: Dispatcher.DispatchController | null = null;
  #body: ReadableStreamDefaultController<Uint8Array> | null = null;
  #isOver = false;
  #sent = false;
  #interim = 0;
  #size = 0;

  constructor(
    agent: Agent,
    hop: Hop,
    request: EgressRequest,
    resolve: (response: BegunResponse | EgressFailure) => void,
  ) {
    this.#agent = agent;
    this.#hop = hop;
    this.#request = request;
    this.#party = request.accountUserId ?? 0;
    this.#resolve = resolve;
  }

  begin(deadline: number): void {
    if (this.#request.signal?.aborted) {
      this.#onCancel();
      return;
    }
    this.#request.signal?.addEventListener("abort", this.#onCancel, { once: true });
    this.#timer = setTimeout(this.#onTimeout, Math.max(0, deadline - performance.now()));
    if (!this.#hop.target.gate.enter(this, this.#party)) {
      this.#fail("downstreamUnavailable", tooManyCalls);
    }
  }

  start(): void {
    const { target, method, headers, body } = this.#hop;
    if (this.#isOver) {
      target.gate.leave(this.#party);
      return;
    }
    this.#agent.dispatch({ origin: target.origin, path: target.path, method, headers, body }, this);
  }

  onRequestStart(exchange: Dispatcher.DispatchController): void {
    this.#exchange = exchange;
    this.#sent = true;
    if (this.#isOver) {
      exchange.abort(new Error("the call ended before it was sent"));
    }
  }

  onResponseStart(exchange: Dispatcher.DispatchController, status: number, incoming: IncomingHeaders): void {
    // An interim response, RFC 9110 §15.2.
    if (status < 200) {
      this.#interim++;
      if (this.#interim > maxInterimResponses) {
        this.#fail("invalidOutput", tooManyInterim);
      }
      return;
    }
    const headers = joinHeaders(incoming);
    const coding = headers["content-encoding"] ?? "identity";
    if (coding !== "identity") {
      this.#fail(
        "invalidOutput",
        `The application packed its response (${coding.slice(0, 40)}) without being asked.`,
      );
      return;
    }
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#body = controller;
        },
        // Delayed, because the parser must not be called again while it delivers data.
        pull: () =>
          new Promise((resolve) => {
            setImmediate(() => {
              if (!this.#isOver) {
                exchange.resume();
              }
              resolve();
            });
          }),
        cancel: () => this.#end(true),
      },
      { highWaterMark: 4 },
    );
    this.#resolve({ ok: true, status, headers, body });
  }

  onResponseData(exchange: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#request.maxBytes) {
      this.#fail("outputTooLarge", describeTooLarge(this.#request.maxBytes));
      return;
    }
    this.#body?.enqueue(chunk);
    if ((this.#body?.desiredSize ?? 0) <= 0) {
      exchange.pause();
    }
  }

  onResponseEnd(): void {
    if (!this.#isOver) {
      this.#body?.close();
    }
    this.#end(false);
    this.#hop.target.gate.leave(this.#party);
  }

  onResponseError(_exchange: unknown, error: Error): void {
    const { kind, message } = describeNetworkError(error, this.#body !== null && this.#body !== undefined);
    this.#fail(kind, message);
    this.#hop.target.gate.leave(this.#party);
  }

  readonly #onTimeout = (): void => {
    this.#fail("timeout", describeTimeout(this.#request.timeoutMs));
  };

  readonly #onCancel = (): void => {
    this.#fail("downstreamUnavailable", callCanceled);
  };

  #fail(kind: EgressFailure["kind"], message: string): void {
    if (this.#isOver) {
      return;
    }
    const failure: EgressFailure = { ok: false, kind, message, sent: this.#sent };
    if (this.#body === null) {
      this.#resolve(failure);
    } else {
      this.#body.error(new EgressError(failure));
    }
    this.#end(true);
  }

  /** @param isBrokenOff the connection cannot be reused */
  #end(isBrokenOff: boolean): void {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    this.#body = null;
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener("abort", this.#onCancel);
    this.#hop.target.gate.withdraw(this, this.#party);
    if (isBrokenOff) {
      this.#exchange?.abort(new Error("the exchange was broken off"));
    }
  }
}
