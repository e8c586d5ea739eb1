/** A longer line is not passed on: half of a secret at its end could not be found and masked. */
const maxLine = 16 * 1024;

/**
 * Passes a text that comes in pieces on in whole lines, without empty ones. A line without an end is not passed on: it may be half of one.
 *
 * @returns takes the next piece
 */
export function splitLines(onLine: (line: string) => void): (text: string) => void {
  let rest = "";
  function pass(line: string): void {
    if (line.trim() !== "") {
      onLine(line.length > maxLine ? `(a line of more than ${maxLine} characters)` : line.trimEnd());
    }
  }
  return (text) => {
    const lines = (rest + text).split("\n");
    // One more than the limit is enough to know that it is too long.
    rest = (lines.pop() ?? "").slice(0, maxLine + 1);
    lines.forEach(pass);
  };
}
