import { ApiError, invalidField } from "../api-error.ts";
import { renderDate } from "./page.ts";

/** When a record was made and changed last. */
export interface RecordDates {
  createdDate: Date;
  updatedDate: Date | null;
}

/** Writes the entity tag of a record (RFC 9110 §8.8.3). Each update has a later date than the one before. */
export const writeEntityTag = ({ createdDate, updatedDate }: RecordDates): string =>
  `"${renderDate(updatedDate ?? createdDate)}"`;

const tag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/;
const tagList = new RegExp(`^[ \\t]*${tag.source}(?:[ \\t]*,[ \\t]*${tag.source})*[ \\t]*$`);

/**
 * Checks the precondition of a request (RFC 9110 §13.1.1). The set of statuses is closed (decisions D2), so a record that has changed
 * is a conflict.
 *
 * @param ifMatch the header `If-Match`; undefined: no precondition
 * @param what names the record, such as `Toolset 1`
 * @throws ApiError `CONFLICT` when the record has another tag by now, `VALIDATION_ERROR` for a header that is no list of tags
 */
export function checkIfMatch(ifMatch: string | undefined, record: RecordDates, what: string): void {
  if (ifMatch === undefined || ifMatch.trim() === "*") {
    return;
  }
  if (!tagList.test(ifMatch)) {
    throw invalidField(
      "if-match",
      'Must be * or entity tags in double quotes, such as "2026-01-31T12:00:00.000Z".',
    );
  }
  // A tag with W/ is weak, and never fits.
  const tags = [...ifMatch.matchAll(new RegExp(tag, "g"))].map(([found]) => found);
  if (!tags.includes(writeEntityTag(record))) {
    throw new ApiError("CONFLICT", `${what} was changed since it was read. Read it again, then decide.`);
  }
}
