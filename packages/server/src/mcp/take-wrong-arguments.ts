import { isObject } from "../runtimes/is-object.ts";

/**
 * Takes `arguments` that are no object out of the calls of tools, by the calls' ids, because the SDK would refuse them with its own
 * words. Null, which some clients send for no arguments, counts as left out.
 */
export function takeWrongArguments(messages: readonly Record<string, unknown>[]): Map<unknown, unknown> {
  const wrong = new Map<unknown, unknown>();
  for (const { id, method, params } of messages) {
    if (
      method !== "tools/call" ||
      !isObject(params) ||
      !("arguments" in params) ||
      isObject(params.arguments)
    ) {
      continue;
    }
    if (params.arguments !== null) {
      wrong.set(id, params.arguments);
    }
    delete params.arguments;
  }
  return wrong;
}
