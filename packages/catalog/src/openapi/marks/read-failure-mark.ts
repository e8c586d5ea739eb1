import { type ResponseFailure, responseFailure } from "../../manifest/response-failure.ts";
import type { UncheckedRecord } from "../../record.ts";

/**
 * Reads the mark `x-bowline-failure` of a document or an operation: a `responseFailure`, or false at an operation that is not meant
 * by the document's. Undefined: there is no mark.
 *
 * @param addNote takes the remark for a wrong mark, which is left out
 */
export function readFailureMark(
  declaration: UncheckedRecord,
  addNote: (note: string) => void,
): ResponseFailure | null | undefined {
  const mark = declaration["x-bowline-failure"];
  if (mark === undefined || mark === false) {
    return mark === false ? null : undefined;
  }
  const parsed = responseFailure.safeParse(mark);
  if (parsed.success) {
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".") || "it";
  addNote(`The mark x-bowline-failure is left out: ${place}: ${issue?.message ?? "is malformed"}`);
  return undefined;
}
