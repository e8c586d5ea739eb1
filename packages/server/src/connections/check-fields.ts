import type { CredentialField } from "@bowline/catalog";
import type { Problem } from "../api-error.ts";
import { matchesPattern } from "./matches-pattern.ts";

const maxLength = 64 * 1024;

/** Field values in a request; null and the empty text mean no value. */
export type SentFields = Record<string, string | number | boolean | null>;

/** Values by field name, as text. */
export interface CheckedFields {
  /** Stored openly and returned in responses. */
  open: Record<string, string>;
  /** Sealed in the vault. */
  secret: Record<string, string>;
}

/**
 * Checks the values of a connection's fields and separates the secret ones from the others.
 *
 * @param problems gets the problems found, which never contain a value
 */
export function checkFields(
  fields: readonly CredentialField[],
  sent: SentFields,
  problems: Problem[],
): CheckedFields {
  const checked: CheckedFields = { open: {}, secret: {} };
  const known = fields.map((field) => field.fieldName);
  for (const name of Object.keys(sent)) {
    if (!known.includes(name)) {
      problems.push({ field: `fields.${name}`, issue: `There is no such field. ${listFields(known)}` });
    }
  }
  for (const field of fields) {
    const value = Object.hasOwn(sent, field.fieldName) ? (sent[field.fieldName] ?? null) : null;
    const issue = findIssue(field, value);
    if (issue !== null) {
      problems.push({ field: `fields.${field.fieldName}`, issue });
    } else if (value !== null && value !== "") {
      checked[field.secret ? "secret" : "open"][field.fieldName] = String(value);
    }
  }
  return checked;
}

const listFields = (names: readonly string[]): string =>
  names.length === 0 ? "Leave it out." : `The fields are ${names.join(", ")}.`;

function findIssue(field: CredentialField, value: string | number | boolean | null): string | null {
  if (value === null || value === "") {
    return field.required && field.default === null ? "Is required." : null;
  }
  return findValueIssue(field, String(value));
}

/** Finds the problem of a value that was given; null when there is none. */
export function findValueIssue(field: CredentialField, text: string): string | null {
  if (text.length > maxLength) {
    return `Is longer than ${maxLength} characters.`;
  }
  // A form may contain it; the database does not keep it.
  if (text.includes("\0")) {
    return "Holds the character NUL.";
  }
  if (field.type === "number" && (text.trim() === "" || Number.isNaN(Number(text)))) {
    return "Must be a number.";
  }
  if (field.type === "boolean" && text !== "true" && text !== "false") {
    return "Must be true or false.";
  }
  if (field.enum && !field.enum.includes(text)) {
    return `Must be one of ${field.enum.join(", ")}.`;
  }
  if (field.pattern !== undefined && !matchesPattern(field.pattern, text)) {
    return field.patternHint === undefined ? `Must match ${field.pattern}.` : `Must be ${field.patternHint}.`;
  }
  return null;
}
