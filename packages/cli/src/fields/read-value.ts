import { isInexactInteger } from "@bowline/contract/inexact-number";
import { UsageError } from "../errors.ts";
import { checkNumbers } from "./check-numbers.ts";
import type { FoundFlag } from "./find-flag.ts";

/**
 * Reads a flag's text as what the member takes. Text that does not fit is passed on: the server says what is wrong with it.
 *
 * @throws UsageError for an object that is no JSON, and for a number that would be sent as another one
 */
export function readValue({ types, entryTypes }: FoundFlag, name: string, text: string): unknown {
  if (types.includes("array") && !types.includes("string")) {
    const list = text.trimStart().startsWith("[") ? readJson(text) : undefined;
    return Array.isArray(list) ? list : [readScalar(entryTypes, name, text)];
  }
  return readScalar(types, name, text);
}

function readScalar(types: string[], name: string, text: string): unknown {
  if (types.includes("string") || types.length === 0) {
    return text;
  }
  const isNumber = types.includes("integer") || types.includes("number");
  if (isNumber && text.trim() !== "" && Number.isFinite(Number(text))) {
    return isInexactInteger(text.trim()) ? text.trim() : readNumber(text);
  }
  if (types.includes("boolean") && (text === "true" || text === "false")) {
    return text === "true";
  }
  if (types.includes("object") || types.includes("array")) {
    const value = readJson(text);
    if (value === undefined) {
      throw new UsageError(`--${name} takes JSON, or a member in dotted form such as --${name}.member.`);
    }
    return value;
  }
  return text;
}

function readNumber(text: string): number {
  checkNumbers(text);
  return Number(text);
}

/** Reads JSON that is to be sent. Returns undefined for text that is no JSON. @throws UsageError for a number that would be sent as another one */
export function readJson(text: string): unknown {
  const value = parseJson(text);
  if (value !== undefined) {
    checkNumbers(text);
  }
  return value;
}

/** Returns undefined for text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
