import { isObject } from "../is-object.ts";
import { quoteInexactNumbers } from "../parse-exact-json.ts";
import { parseMessage } from "./parse-message.ts";

type Result = Record<string, unknown>;

/**
 * Takes a tool's result out of a message, and returns the message with an empty one. The client would refuse a result for a member
 * that is null, drop what it does not know, and change large numbers. Any other message is for the client.
 *
 * @param keep gets the result and the id of the request that it is for
 * @param isHeard whether the client gets a message; null: the text is none. Otherwise it gets an empty text
 */
export function takeResult(
  text: string,
  keep: (result: Result, id: unknown) => void,
  isHeard: (message: Record<string, unknown> | null) => boolean,
): string {
  const exact = quoteInexactNumbers(text);
  const message = parseMessage(exact);
  if (!isHeard(message)) {
    return "";
  }
  if (message === null || !isObject(message.result) || !isComplete(message.result)) {
    return exact;
  }
  const { jsonrpc, id } = message;
  keep(message.result, id);
  return JSON.stringify({ jsonrpc, id, result: { resultType: "complete", content: [] } });
}

/** Whether it is a tool's result that is complete. Python's servers write null for members that they do not give. */
function isComplete({ resultType, content, structuredContent, isError }: Result): boolean {
  const hasOutput = Array.isArray(content) || (content == null && structuredContent !== undefined);
  const hasFlag = isError == null || typeof isError === "boolean";
  return hasOutput && hasFlag && (resultType == null || resultType === "complete");
}
