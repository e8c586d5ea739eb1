import { describeInexact, findInexact } from "@bowline/contract/inexact-number";

/** Says in words why a text is not JSON that can be sent, and where. @returns null when it is, or when it is empty */
export function describeJsonError(text: string): string | null {
  if (text.trim() === "") {
    return null;
  }
  try {
    JSON.parse(text);
    const inexact = findInexact(text);
    return inexact === undefined ? null : describeInexact(inexact);
  } catch (error) {
    if (/^[^\s"{[\d-][^"]*$/.test(text.trim()) && !/[{[]/.test(text)) {
      return `This is not JSON. A text needs quotes: ${JSON.stringify(text.trim().slice(0, 40))}`;
    }
    const position = findPosition(error, text);
    const before = text.slice(0, position);
    const line = before.split("\n").length;
    const column = position - before.lastIndexOf("\n");
    return `This is not JSON: look at line ${line}, column ${column}.`;
  }
}

/** Finds where the parser gave up. Without a position in its message that is the end of the text. */
function findPosition(error: unknown, text: string): number {
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1];
  return position === undefined ? text.length : Math.min(Number(position), text.length);
}
