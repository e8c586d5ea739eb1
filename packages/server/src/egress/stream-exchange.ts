import type { Agent, Dispatcher } from "undici";
import { CollectedBytes } from "../collected-bytes.ts";
import type { EgressFailure, EgressRequest } from "./egress-outcome.ts";
import { callCanceled, describeTimeout, describeTooLarge, tooManyCalls } from "./exchange-messages.ts";
import type { FramingMeter, MeteredHandler } from "./framing-meter.ts";
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

/**
 * The connection is paused while more waits to be read. After each pause undici takes all that has arrived, some 100 KB more than it
 * had, and goes on at the place of the pause: if that were after less, what has arrived would grow without end.
 */
const maxUnread = 262_144;

/** Passes the body on as it arrives, and pauses the connection while nobody reads. */
class StreamExchange implements MeteredHandler {
  framing: FramingMeter | null = null;
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
  #size = 0;
  #unread = new CollectedBytes();
  #isWanted = false;

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
    this.framing?.begin();
    this.#exchange = exchange;
    this.#sent = true;
    if (this.#isOver) {
      exchange.abort(new Error("the call ended before it was sent"));
    }
  }

  onResponseStart(exchange: Dispatcher.DispatchController, status: number, incoming: IncomingHeaders): void {
    const isInterim = status < 200; // RFC 9110 §15.2
    this.framing?.endHeaders(isInterim);
    if (isInterim) {
      return;
    }
    const headers = joinHeaders(incoming);
    const coding = headers["content-encoding"] ?? "identity";
    if (coding !== "identity") {
      this.#fail(
        "invalidOutput",
        `The application compressed its response (${coding.slice(0, 40)}) without being asked.`,
      );
      return;
    }
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#body = controller;
        },
        pull: () => {
          this.#isWanted = true;
          this.#passOn();
          // Delayed, because the parser must not be called again while it delivers data.
          setImmediate(() => this.#isOver || exchange.resume());
        },
        cancel: () => this.#end(true),
      },
      { highWaterMark: 0 },
    );
    this.#resolve({ ok: true, status, headers, body });
  }

  onResponseData(exchange: Dispatcher.DispatchController, chunk: Buffer): void {
    this.framing?.deliver(chunk.length);
    this.#size += chunk.length;
    if (this.#size > this.#request.maxBytes) {
      this.#fail("outputTooLarge", describeTooLarge(this.#request.maxBytes));
      return;
    }
    this.#unread.add(chunk);
    this.#passOn();
    if (this.#unread.sizeBytes > maxUnread) {
      exchange.pause();
    }
  }

  /** Gives what has arrived to the one who reads. An application may send single bytes, so what waits is one piece. */
  #passOn(): void {
    if (this.#isWanted && this.#unread.sizeBytes > 0) {
      const piece = this.#unread.join();
      this.#unread = new CollectedBytes();
      this.#isWanted = false;
      this.#body?.enqueue(piece);
    }
  }

  onResponseEnd(): void {
    if (!this.#isOver) {
      this.#isWanted = true;
      this.#passOn();
      this.#body?.close();
    }
    this.#end(false);
    this.#hop.target.gate.leave(this.#party);
  }

  onResponseError(_exchange: unknown, error: Error): void {
    const { kind, message } = describeNetworkError(error, this.#body !== null);
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
