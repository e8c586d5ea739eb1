import { buildFailure } from "../../runtimes/build-failure.ts";
import type { Outcome } from "../../runtimes/outcome.ts";
import type { ExecutionParts } from "../execution-parts.ts";
import type { PreparedExecution } from "../prepared-execution.ts";
import { pickMembers } from "./pick-members.ts";
import { shapeResults } from "./shape-results.ts";

export interface ShapedOutcome {
  outcome: Outcome;
  /** `null` for a failed tool, unless the application sent data besides the failure. */
  outputJson: string;
}

/**
 * Shapes the results as the request asks, and writes the output as JSON. Never throws: the tool has run, so its execution has a record
 * and its caller a response (decisions D33, D34).
 */
export async function shapeOutcome(
  { log }: Pick<ExecutionParts, "log">,
  { tool, request, plan }: Pick<PreparedExecution, "tool" | "request" | "plan">,
  sent: Outcome,
): Promise<ShapedOutcome> {
  try {
    const shaping = shapeResults(tool, plan?.remaining ?? request.body, sent);
    const shaped = shaping instanceof Promise ? await shaping : shaping;
    const outcome =
      request.resultMembers === undefined ? shaped : await pickMembers(tool, request.resultMembers, shaped);
    return { outcome, outputJson: renderOutput(outcome) };
  } catch (error) {
    log.error({ err: error, tool: tool.entry.slug }, "the output of a tool could not be shaped");
    const message = "The application's response could not be turned into an output. The tool has run.";
    return { outcome: buildFailure("invalidOutput", message, sent.executionInfo), outputJson: "null" };
  }
}

function renderOutput(outcome: Outcome): string {
  if (!outcome.isSuccess) {
    return outcome.partialText ?? "null";
  }
  return outcome.outputText ?? JSON.stringify(outcome.output) ?? "null";
}
