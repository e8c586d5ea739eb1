import type { Agent, Dispatcher } from "undici";
import { CollectedBytes } from "../collected-bytes.ts";
import { runTogether } from "../turns/run-together.ts";
import type { EgressFailure, EgressRequest } from "./egress-outcome.ts";
import { callCanceled, describeTimeout, describeTooLarge, tooManyCalls } from "./exchange-messages.ts";
import type { FramingMeter, MeteredHandler } from "./framing-meter.ts";
import { type Hop, type IncomingHeaders, joinHeaders } from "./hop.ts";
import { describeNetworkError } from "./network-error.ts";

/** The response to one hop. The body is still encoded. */
export type HopOutcome =
  | { ok: true; status: number; headers: Record<string, string>; body: Buffer }
  | EgressFailure;

/** Sends one hop and reads its whole response within the rest of the call's time. */
export function callOnce(
  agent: Agent,
  hop: Hop,
  request: EgressRequest,
  deadline: number,
): Promise<HopOutcome> {
  return new Promise((resolve) => {
    new WholeExchange(agent, hop, request, resolve).begin(deadline);
  });
}

/** A compressed body may be larger than the decoded one by what its format adds. */
const compressionBytes = 65_536;
const empty = Buffer.alloc(0);

/** Keeps the body in memory until it is complete. Nearly every execution runs through it, so it builds no stream. */
class WholeExchange implements MeteredHandler {
  framing: FramingMeter | null = null;
  readonly #agent: Agent;
  #hop: Hop | null;
  readonly #request: EgressRequest;
  readonly #gate: Hop["target"]["gate"];
  readonly #party: number;
  #resolve: ((outcome: HopOutcome) => void) | null;
  #timer: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | null = null;
  #sent = false;
  #status = 0;
  #headers: Record<string, string> | undefined;
  #body: CollectedBytes | null = null;
  #limit: number;

  constructor(agent: Agent, hop: Hop, request: EgressRequest, resolve: (outcome: HopOutcome) => void) {
    this.#agent = agent;
    this.#hop = hop;
    this.#request = request;
    this.#gate = hop.target.gate;
    this.#party = request.accountUserId ?? 0;
    this.#resolve = resolve;
    this.#limit = request.maxBytes;
  }

  begin(deadline: number): void {
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) {
      this.#onTimeout();
      return;
    }
    if (this.#request.signal?.aborted) {
      this.#onCancel();
      return;
    }
    this.#request.signal?.addEventListener("abort", this.#onCancel, { once: true });
    this.#timer = setTimeout(this.#onTimeout, leftMs);
    if (!this.#gate.enter(this, this.#party)) {
      this.#fail("downstreamUnavailable", tooManyCalls);
    }
  }

  start(): void {
    const hop = this.#hop;
    if (hop === null) {
      this.#gate.leave(this.#party);
      return;
    }
    const { origin, path } = hop.target;
    this.#agent.dispatch({ origin, path, method: hop.method, headers: hop.headers, body: hop.body }, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#resolve === null) {
      controller.abort(new Error("the call ended before it was sent"));
      return;
    }
    this.framing?.begin();
    this.#controller = controller;
    this.#sent = true;
  }

  onResponseStart(_controller: unknown, status: number, headers: IncomingHeaders): void {
    const isInterim = status < 200; // RFC 9110 §15.2
    this.framing?.endHeaders(isInterim);
    if (isInterim) {
      return;
    }
    this.#status = status;
    this.#headers = joinHeaders(headers);
    const isEncoded = this.#headers["content-encoding"] !== undefined;
    this.#limit = this.#request.maxBytes + (isEncoded ? compressionBytes : 0);
    if (this.#request.method !== "HEAD" && Number(this.#headers["content-length"]) > this.#limit) {
      this.#failTooLarge();
    }
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.framing?.deliver(chunk.length);
    this.#body ??= new CollectedBytes();
    if (this.#body.sizeBytes + chunk.length > this.#limit) {
      this.#failTooLarge();
    } else {
      this.#body.add(chunk);
    }
  }

  onResponseEnd(): void {
    const body = this.#body?.join() ?? empty;
    this.#settle({ ok: true, status: this.#status, headers: this.#headers ?? {}, body });
    this.#gate.leave(this.#party);
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.#resolve !== null) {
      const { kind, message } = describeNetworkError(error, this.#headers !== undefined);
      this.#fail(kind, message);
    }
    this.#gate.leave(this.#party);
  }

  readonly #onTimeout = (): void => {
    this.#fail("timeout", describeTimeout(this.#request.timeoutMs));
  };

  readonly #onCancel = (): void => {
    this.#fail("downstreamUnavailable", callCanceled);
  };

  #failTooLarge(): void {
    this.#fail("outputTooLarge", describeTooLarge(this.#request.maxBytes));
  }

  #fail(kind: EgressFailure["kind"], message: string): void {
    const failure: EgressFailure = { ok: false, kind, message, sent: this.#sent };
    if (this.#headers !== undefined) {
      failure.status = this.#status;
      failure.headers = this.#headers;
    }
    this.#settle(failure);
    this.#gate.withdraw(this, this.#party);
    this.#controller?.abort(new Error(kind));
  }

  #settle(outcome: HopOutcome): void {
    const resolve = this.#resolve;
    if (resolve === null) {
      return;
    }
    this.#resolve = null;
    this.#hop = null;
    this.#body = null;
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener("abort", this.#onCancel);
    runTogether(() => resolve(outcome));
  }
}
