import { buildFailure } from "../../runtimes/build-failure.ts";
import type { Outcome } from "../../runtimes/outcome.ts";

/** Returns the outcome, or a failure when its output takes too long to be parsed (decisions D75). For steps that read the output. */
export function refuseHeavyOutput(outcome: Outcome): Outcome {
  if (!outcome.isSuccess || !outcome.isOutputHeavy) {
    return outcome;
  }
  return buildFailure(
    "outputTooLarge",
    "The application's response holds too many values to be filtered, sorted, cut or paged. Leave these out, or ask the application for fewer results.",
    outcome.executionInfo,
  );
}
