import type { ResponseFailure } from "@bowline/catalog";
// Only this part: every thread would load the whole catalog.
import { readPointer } from "@bowline/catalog/json-pointer";
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
  | { isSuccess: false; kind: FailureKind; message: string; output: unknown; isPartial?: boolean };

/** Reads a response as a tool's output or as its failure. Masks the secrets in it. */
export function readResponse(
  { status, headers, body, failure }: ReceivedResponse,
  secretTexts: readonly string[],
): ReadResponse {
  const { output, outputText, isBroken } = readOutput(body, headers["content-type"] ?? "", secretTexts);
  if (status < 200 || status >= 300) {
    return { isSuccess: false, ...describeFailure(status, headers, output), output };
  }
  if (isBroken) {
    const message = "The application's response says it is JSON, but it is not.";
    return { isSuccess: false, kind: "invalidOutput", message, output };
  }
  const reported = failure === null ? null : findResponseFailure(failure, headers, output);
  if (reported !== null) {
    const isPartial = failure?.dataPath !== undefined && readPointer(output, failure.dataPath) != null;
    return { isSuccess: false, ...reported, output, ...(isPartial && { isPartial }) };
  }
  return { isSuccess: true, output, outputText };
}
