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
  /** Whether what stands around the records is shown, if there is anything. */
  hasFrame: boolean;
  /** Which characters are shown of the one record that is too long itself. Null: the records shown are whole. */
  record: { from: number; to: number; total: number } | null;
}

/**
 * Cuts an output to a number of characters, at the edge of a record where it has a list of records (decisions D64). At least one record is
 * shown, if only its beginning. A list that is not known to be the tool's results counts only when it is most of the output.
 *
 * @param json the output as JSON
 * @param resultsPath where the tool's list of results is; null: the longest list in the output counts
 * @param offset the first record to show, or the first character of an output without records
 * @param character where to begin in the first record, which is shown alone then
 */
export function cutResult(
  { output, json, resultsPath }: { output: unknown; json: string; resultsPath: string | null },
  maxCharacters: number,
  offset = 0,
  character = 0,
): CutResult {
  const text = typeof output === "string" ? output : json;
  if (offset === 0 && character === 0 && text.length <= maxCharacters) {
    return { text, value: output, cut: null };
  }
  const found = findRecords(output, resultsPath);
  if (found === null) {
    return cutCharacters(text, maxCharacters, offset + character);
  }
  const frame = JSON.stringify(replaceAt(output, found.parts, []));
  const isMost = found.parts.length === 0 || frame.length < json.length / 2;
  return isMost || (resultsPath !== null && found.list.length > 0)
    ? cutList({ ...found, frame, output }, maxCharacters, offset, character)
    : cutCharacters(text, maxCharacters, offset + character);
}

/** A list in an output, and the path to it. */
interface Records {
  parts: readonly string[];
  list: readonly unknown[];
}

/** An output without its records, as JSON. */
interface Framed {
  output: unknown;
  frame: string;
}

function findRecords(output: unknown, resultsPath: string | null): Records | null {
  const parts = resultsPath === null ? findLongestList(output) : splitPointer(resultsPath);
  const list = parts && readParts(output, parts);
  return parts !== null && Array.isArray(list) ? { parts, list } : null;
}

/** Where a part of a text ends: before a character, such as an emoji, that only half of would be left of. */
export function findEnd(text: string, from: number, maxCharacters: number): number {
  const end = Math.min(text.length, from + maxCharacters);
  const splitsPair = end < text.length && /[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(end - 1, end + 1));
  return splitsPair && end - 1 > from ? end - 1 : end;
}

function cutCharacters(text: string, maxCharacters: number, from: number): CutResult {
  const to = findEnd(text, from, maxCharacters);
  const cut: Cut = { unit: "characters", from, to, total: text.length, hasFrame: true, record: null };
  return { text: text.slice(from, to).toWellFormed(), value: undefined, cut };
}

function cutList(
  { output, frame, parts, list }: Records & Framed,
  maxCharacters: number,
  from: number,
  character: number,
): CutResult {
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
  const cut: Cut = { unit: "records", from, to, total: list.length, hasFrame, record: null };
  if (from < list.length && (to === from || character > 0)) {
    const json = JSON.stringify(list[from]);
    const record = { from: character, to: findEnd(json, character, maxCharacters), total: json.length };
    const text = json.slice(record.from, record.to).toWellFormed();
    return { text, value: undefined, cut: { ...cut, to: from + 1, hasFrame: parts.length === 0, record } };
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
