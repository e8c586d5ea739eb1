import { isObject } from "../runtimes/is-object.ts";

/**
 * Takes `arguments` that are no object out of the calls of tools, by the calls' ids, because the SDK would refuse them with its own
 * words. Those with a member `__proto__` are taken out, too: the SDK would drop that member.
 */
export function takeWrongArguments(messages: readonly Record<string, unknown>[]): Map<unknown, unknown> {
  const wrong = new Map<unknown, unknown>();
  for (const { id, method, params } of messages) {
    if (
      method === "tools/call" &&
      isObject(params) &&
      params.arguments !== undefined &&
      !(isObject(params.arguments) && !Object.hasOwn(params.arguments, "__proto__"))
    ) {
      wrong.set(id, params.arguments);
      delete params.arguments;
    }
  }
  return wrong;
}
