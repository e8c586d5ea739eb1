import type { ResponseFailure } from "@bowline/catalog";
// Only this part: every thread would load the whole catalog.
import { readPointer } from "@bowline/catalog/json-pointer";
import { nestedTooDeeply } from "../egress/exchange-messages.ts";
import { describeFailure } from "./describe-failure.ts";
import { findResponseFailure } from "./find-response-failure.ts";
import type { FailureKind, Success } from "./outcome.ts";
import { readOutput } from "./read-output.ts";

/** A decoded response. */
export interface ReceivedResponse {
  status: number;
  /** Names in lower case, without secrets. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** How the application reports a failure with a status of success; null: not at all. */
  failure: ResponseFailure | null;
}

/** A response without secrets. */
export type ReadResponse =
  | Pick<Success, "isSuccess" | "output" | "outputText" | "isOutputHeavy">
  | { isSuccess: false; kind: FailureKind; message: string; output: unknown; partialText?: string };

/** Reads a response as a tool's output or as its failure. Masks the secrets in it. What is nested too deeply is a failure (decisions D75). */
export function readResponse(response: ReceivedResponse, secretTexts: readonly string[]): ReadResponse {
  try {
    return read(response, secretTexts);
  } catch (error) {
    if (error instanceof RangeError) {
      const { status, headers } = response;
      if (isFailed(status)) {
        return { isSuccess: false, ...describeFailure(status, headers, null), output: null };
      }
      return { isSuccess: false, kind: "outputTooLarge", message: nestedTooDeeply, output: null };
    }
    throw error;
  }
}

const isFailed = (status: number): boolean => status < 200 || status >= 300;

/** @throws RangeError when the output is nested too deeply */
function read(
  { status, headers, body, failure }: ReceivedResponse,
  secretTexts: readonly string[],
): ReadResponse {
  const { output, outputText, isBroken } = readOutput(body, headers["content-type"] ?? "", secretTexts);
  if (isFailed(status)) {
    return { isSuccess: false, ...describeFailure(status, headers, output), output };
  }
  if (isBroken) {
    const message = "The application's response says it is JSON, but it is not.";
    return { isSuccess: false, kind: "invalidOutput", message, output };
  }
  const reported = failure === null ? null : findResponseFailure(failure, headers, output);
  if (reported !== null) {
    const isPartial = failure?.dataPath !== undefined && readPointer(output, failure.dataPath) != null;
    const partial = isPartial && { partialText: outputText ?? JSON.stringify(output) };
    return { isSuccess: false, ...reported, output, ...partial };
  }
  return { isSuccess: true, output, outputText };
}
