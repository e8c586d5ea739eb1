import type { Outcome } from "../src/runtimes/outcome.ts";

/** @throws Error when the call failed */
export async function readOutput(sent: Promise<Outcome>): Promise<Record<string, unknown>> {
  const outcome = await sent;
  if (!outcome.isSuccess) {
    throw new Error(`${outcome.kind}: ${outcome.message}`);
  }
  return outcome.output as Record<string, unknown>;
}

/** @throws Error when the call succeeded */
export async function readRefusal(sent: Promise<Outcome>): Promise<{ kind: string; message: string }> {
  const outcome = await sent;
  if (outcome.isSuccess) {
    throw new Error(`It succeeded: ${JSON.stringify(outcome.output)}`);
  }
  return { kind: outcome.kind, message: outcome.message };
}
