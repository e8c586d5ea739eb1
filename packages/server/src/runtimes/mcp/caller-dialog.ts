import type { ClientCapabilities } from "@modelcontextprotocol/client";
import { isObject } from "../is-object.ts";
import type { Question } from "../outcome.ts";
import type { CallerDialog } from "../runtime.ts";

/** The error of a server that asks for what its client did not say that it can do. */
export const missingCapability = -32_021;
const invalidParams = -32_602;

/** A result that asks the caller's client for something, in place of a tool's output. */
export interface AskingResult {
  question: Question;
}

/** The capabilities to declare to the server: it asks only for what the client behind us can do. */
export function pickCapabilities(dialog: CallerDialog | undefined): ClientCapabilities {
  const { elicitation, sampling, roots } = dialog?.capabilities ?? {};
  return {
    ...(isObject(elicitation) && { elicitation }),
    ...(isObject(sampling) && { sampling }),
    ...(isObject(roots) && { roots }),
  } as ClientCapabilities;
}

/** The members of a call that carry what the caller's client has said. */
export function buildResponses(dialog: CallerDialog | undefined): Record<string, unknown> {
  return {
    ...(dialog?.responses != null && { inputResponses: dialog.responses }),
    ...(dialog?.state != null && { requestState: dialog.state }),
  };
}

/** Reads the server's questions; null: the result is a tool's output. */
export function readQuestion({
  resultType,
  inputRequests,
  requestState,
}: Record<string, unknown>): Question | null {
  return resultType === "input_required"
    ? {
        kind: "input",
        requests: isObject(inputRequests) ? inputRequests : {},
        state: typeof requestState === "string" ? requestState : null,
      }
    : null;
}

/** Finds out whether an error is the caller's client's to deal with: it lacks a capability, or sent back what the server did not accept. */
export function findQuestion(error: unknown, dialog: CallerDialog | undefined): Question | null {
  if (dialog === undefined || !(error instanceof Error) || !("code" in error)) {
    return null;
  }
  const data = "data" in error && isObject(error.data) ? error.data : {};
  if (error.code === missingCapability && isObject(data.requiredCapabilities)) {
    return { kind: "capabilities", required: data.requiredCapabilities };
  }
  const hasSpoken = dialog.responses !== null || dialog.state !== null;
  return error.code === invalidParams && hasSpoken ? { kind: "refused" } : null;
}
