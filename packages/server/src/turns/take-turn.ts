import type { CallGate } from "./call-gate.ts";

/**
 * Waits until the gate starts a call.
 *
 * @returns true: the call runs, and must leave the gate. False: its signal fired before. Null: too many calls wait.
 */
export async function takeTurn<Party>(
  gate: CallGate<Party>,
  party: Party,
  signal: AbortSignal,
): Promise<boolean | null> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const waiter = { start: () => resolve(true) };
  const giveUp = () => {
    if (gate.withdraw(waiter, party)) {
      resolve(false);
    }
  };
  if (signal.aborted) {
    return false;
  }
  if (!gate.enter(waiter, party)) {
    return null;
  }
  signal.addEventListener("abort", giveUp, { once: true });
  return promise.finally(() => signal.removeEventListener("abort", giveUp));
}
