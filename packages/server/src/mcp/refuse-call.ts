import { isObject } from "../runtimes/is-object.ts";
import type { SentMessages } from "./read-messages.ts";

const invalidParams = -32_602;

/** Refuses a call that names no tool, since the SDK would do it with its own words. Null: it names one. */
export function refuseCall({ body }: SentMessages): Response | null {
  if (!isObject(body) || body.method !== "tools/call" || body.id === undefined) {
    return null;
  }
  if (isObject(body.params) && typeof body.params.name === "string") {
    return null;
  }
  const message = "Send the tool's name as params.name, and its inputs as params.arguments.";
  return Response.json({ jsonrpc: "2.0", id: body.id, error: { code: invalidParams, message } });
}
