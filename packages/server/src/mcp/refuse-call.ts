import { isObject } from "../runtimes/is-object.ts";
import type { SentMessages } from "./read-messages.ts";

const invalidParams = -32_602;

/** Refuses a call of a tool that names none or has unusable arguments, in words that a model can use. Null: it is usable. */
export function refuseCall({ body }: SentMessages): Response | null {
  if (!isObject(body) || body.method !== "tools/call" || body.id === undefined) {
    return null;
  }
  const problem = findProblem(body.params);
  return problem === null
    ? null
    : Response.json({ jsonrpc: "2.0", id: body.id, error: { code: invalidParams, message: problem } });
}

function findProblem(params: unknown): string | null {
  if (!isObject(params) || typeof params.name !== "string") {
    return "Send the tool's name as params.name, and its inputs as params.arguments.";
  }
  return params.arguments === undefined || isObject(params.arguments)
    ? null
    : "params.arguments must be an object with the tool's inputs, by name.";
}
