import { findInexact, isInexact } from "@bowline/contract/inexact-number";
import { refuseNumber } from "../problems/check-numbers.ts";
import { type JsonReviver, parseWithSource } from "../runtimes/exact-number.ts";
import { isObject } from "../runtimes/is-object.ts";

const inexact = Symbol("a number that would change");

const markInexact: JsonReviver = (_, value, { source }) =>
  typeof value === "number" && source !== undefined && isInexact(source) ? inexact : value;

/**
 * Finds the calls of tools whose `arguments` have a number that would change on its way. Such a call gets a result, which its model reads.
 *
 * @param text of valid JSON, at most 64 levels deep
 * @returns the ids of the calls
 * @throws ApiError `INVALID_REQUEST` when there is such a number elsewhere
 */
export function findInexactArguments(text: string): Set<unknown> {
  const ids = new Set<unknown>();
  if (findInexact(text) === undefined) {
    return ids;
  }
  const messages = [parseWithSource(text, markInexact)].flat();
  for (const message of messages.filter(isObject)) {
    const { id, method, params } = message;
    if (method === "tools/call" && id !== undefined && isObject(params) && holdsMark(params.arguments)) {
      ids.add(id);
      delete params.arguments;
    }
  }
  if (holdsMark(messages)) {
    throw refuseNumber("The body has");
  }
  return ids;
}

const holdsMark = (value: unknown): boolean =>
  value === inexact || (typeof value === "object" && value !== null && Object.values(value).some(holdsMark));
