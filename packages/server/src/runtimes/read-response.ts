import { describeFailure } from "./describe-failure.ts";
import type { FailureKind, Success } from "./outcome.ts";
import { readOutput } from "./read-output.ts";

/** A decoded response. */
export interface ReceivedResponse {
  status: number;
  /** Names in lower case, without secrets. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** A response without secrets. */
export type ReadResponse =
  | Pick<Success, "isSuccess" | "output" | "outputText" | "isOutputHeavy">
  | { isSuccess: false; kind: FailureKind; message: string; output: unknown };

/** Reads a response as a tool's output or as its failure. Masks the secrets in it. */
export function readResponse(
  { status, headers, body }: ReceivedResponse,
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
  return { isSuccess: true, output, outputText };
}
