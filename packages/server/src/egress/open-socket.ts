import { connect, type LookupFunction, type Socket } from "node:net";
import type { AddressRule } from "./address-rules.ts";
import type { EgressFailure } from "./egress-outcome.ts";
import { callCanceled } from "./exchange-messages.ts";
import { AddressRefusedError } from "./guarded-lookup.ts";
import { describeNetworkError } from "./network-error.ts";
import { findHostRefusal } from "./origin-table.ts";

/** The end of a connection that is not HTTP, such as one to a database. */
export interface SocketTarget {
  /** A name or an address, without brackets. */
  host: string;
  port: number;
  timeoutMs: number;
  signal?: AbortSignal;
}

export type OpenedSocket = { ok: true; socket: Socket } | EgressFailure;

/** Opens a connection to an address that the rule allows. Never rejects. */
export function openSocket(
  { host, port, timeoutMs, signal }: SocketTarget,
  isAllowed: AddressRule,
  lookup: LookupFunction,
): Promise<OpenedSocket> {
  // An address is not looked up, so it is checked here.
  if (findHostRefusal(host, isAllowed) !== null) {
    return Promise.resolve(fail(new AddressRefusedError("the address is not public")));
  }
  const socket = connect({ host, port, lookup, autoSelectFamily: true });
  return new Promise((resolve) => {
    const end = (outcome: OpenedSocket) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
      socket.removeAllListeners();
      if (!outcome.ok) {
        socket.on("error", () => {}).destroy();
      }
      resolve(outcome);
    };
    const cancel = () => end(unavailable(callCanceled));
    const timer = setTimeout(
      () => end(unavailable("The application did not accept a connection in time.")),
      timeoutMs,
    );
    socket.once("connect", () => end({ ok: true, socket }));
    socket.once("error", (error) => end(fail(error)));
    signal?.addEventListener("abort", cancel);
    if (signal?.aborted) {
      cancel();
    }
  });
}

const fail = (error: Error): EgressFailure => ({ ok: false, ...describeNetworkError(error), sent: false });

const unavailable = (message: string): EgressFailure => ({
  ok: false,
  kind: "downstreamUnavailable",
  message,
  sent: false,
});
