import { isObject } from "../is-object.ts";
import { parseMessage } from "./parse-message.ts";

/** Parts of what a server says of itself. Elsewhere, as in the schemas of tools, null may mean something. */
const describingParts = ["capabilities", "serverInfo"];

/** Leaves out the members of a message's result that are null, for which the client refuses it. */
export function leaveOutNulls(text: string): string {
  if (!/:\s*null/.test(text)) {
    return text;
  }
  const message = parseMessage(text);
  if (message === null || !isObject(message.result)) {
    return text;
  }
  const result = dropNulls(message.result);
  for (const part of describingParts) {
    if (isObject(result[part])) {
      result[part] = dropNestedNulls(result[part]);
    }
  }
  return JSON.stringify({ ...message, result });
}

const dropNulls = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

const dropNestedNulls = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(dropNulls(members)).map(([name, value]) => [
      name,
      isObject(value) ? dropNulls(value) : value,
    ]),
  );
