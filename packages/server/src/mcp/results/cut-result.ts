import { readParts, splitPointer } from "@bowline/catalog";
import { isObject } from "../../runtimes/is-object.ts";

/** The part of an output that is shown. */
export interface CutResult {
  text: string;
  /** The value that the text shows; undefined when a text was cut in its middle. */
  value: unknown;
  /** Null: nothing is missing. */
  cut: Cut | null;
}

/** Which part is shown: from `from` (inclusive) to `to` (exclusive) of `total`. */
export interface Cut {
  unit: "records" | "characters";
  from: number;
  to: number;
  total: number;
  /** The one record shown is too long itself. */
  isRecordCut: boolean;
}

/**
 * Cuts an output to a number of characters, at the edge of a record where it has a list of records (decisions D64). At least one record is
 * shown, if only its beginning.
 *
 * @param json the output as JSON
 * @param resultsPath where the tool's list of results is; null: the longest list in the output counts
 * @param offset the first record to show, or the first character of an output without records
 */
export function cutResult(
  { output, json, resultsPath }: { output: unknown; json: string; resultsPath: string | null },
  maxCharacters: number,
  offset = 0,
): CutResult {
  const text = typeof output === "string" ? output : json;
  if (offset === 0 && text.length <= maxCharacters) {
    return { text, value: output, cut: null };
  }
  const parts = resultsPath === null ? findLongestList(output) : splitPointer(resultsPath);
  const list = parts && readParts(output, parts);
  return parts !== null && Array.isArray(list)
    ? cutList(output, parts, list, maxCharacters, offset)
    : cutText(text, maxCharacters, offset);
}

/** Where a part of a text ends: before a character, such as an emoji, that only half of would be left of. */
export function findEnd(text: string, from: number, maxCharacters: number): number {
  const end = Math.min(text.length, from + maxCharacters);
  const splitsPair = end < text.length && /[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(end - 1, end + 1));
  return splitsPair && end - 1 > from ? end - 1 : end;
}

function cutText(text: string, maxCharacters: number, from: number): CutResult {
  const to = findEnd(text, from, maxCharacters);
  const cut: Cut = { unit: "characters", from, to, total: text.length, isRecordCut: false };
  return { text: text.slice(from, to).toWellFormed(), value: undefined, cut };
}

function cutList(
  output: unknown,
  parts: readonly string[],
  list: readonly unknown[],
  maxCharacters: number,
  from: number,
): CutResult {
  const frame = JSON.stringify(replaceAt(output, parts, []));
  // What is around the list may be long itself. Then only the records are shown.
  const hasFrame = frame.length < maxCharacters / 2;
  let left = maxCharacters - (hasFrame ? frame.length : 2);
  let to = from;
  for (; to < list.length; to++) {
    left -= JSON.stringify(list[to]).length + 1;
    if (left < 0) {
      break;
    }
  }
  const cut: Cut = { unit: "records", from, to, total: list.length, isRecordCut: false };
  if (to === from && from < list.length) {
    const text = JSON.stringify(list[from]).slice(0, maxCharacters).toWellFormed();
    return { text, value: undefined, cut: { ...cut, to: from + 1, isRecordCut: true } };
  }
  const shown = list.slice(from, to);
  const value = hasFrame ? replaceAt(output, parts, shown) : shown;
  return { text: JSON.stringify(value), value, cut };
}

/** Finds the longest list: the output itself, or one of its members. */
function findLongestList(output: unknown): string[] | null {
  if (Array.isArray(output)) {
    return [];
  }
  const lists = isObject(output) ? Object.entries(output).filter(([, value]) => Array.isArray(value)) : [];
  const [longest] = lists.toSorted(([, a], [, b]) => (b as unknown[]).length - (a as unknown[]).length);
  return longest === undefined ? null : [longest[0]];
}

/** Returns a copy with another value at a path. */
function replaceAt(value: unknown, parts: readonly string[], replacement: unknown): unknown {
  const [part, ...others] = parts;
  if (part === undefined) {
    return replacement;
  }
  const member = replaceAt(readParts(value, [part]), others, replacement);
  return Array.isArray(value)
    ? value.with(Number(part), member)
    : { ...(value as Record<string, unknown>), [part]: member };
}
