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

const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** Leaves out a fraction of zeros, which programs with decimal numbers write behind an integer. */
const leaveOutZeros = (number: string): string => number.replace(/^([-+]?\d+)\.0+$/, "$1");

/** Whether a number, as it is written, would be sent as another one, such as the integer 9007199254740993. Fractions are rounded as everywhere. */
export function isInexact(number: string): boolean {
  const value = Number(number);
  const integer = leaveOutZeros(number);
  if (!/^[-+]?\d+$/.test(integer)) {
    return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;
  }
  return !Number.isSafeInteger(value) && String(value) !== integer.replace("+", "");
}

export const describeInexact = (number: string): string =>
  `${number} is too large a number to be sent exactly. Write its digits as text: "${leaveOutZeros(number)}".`;

/** Finds a number of a JSON text that would be sent as another one. */
const findInexact = (text: string): string | undefined =>
  /\d{16}|[eE]\+?\d{3}/.test(text)
    ? text.match(textOrNumber)?.find((token) => !token.startsWith('"') && isInexact(token))
    : undefined;
