/** A longer line is not passed on: half of a secret at its end could not be found and masked. */
const maxLine = 16 * 1024;

export interface LineSplitter {
  /** Takes the next piece of a text. */
  add(text: string): void;
  /** The text is over. */
  end(): void;
}

/** Passes a text that comes in pieces on in whole lines, without empty ones. */
export function createLineSplitter(onLine: (line: string) => void): LineSplitter {
  let rest = "";
  function pass(line: string): void {
    if (line.trim() !== "") {
      onLine(line.length > maxLine ? `(a line of more than ${maxLine} characters)` : line.trimEnd());
    }
  }
  return {
    add(text) {
      const lines = (rest + text).split("\n");
      // One more than the limit is enough to know that it is too long.
      rest = (lines.pop() ?? "").slice(0, maxLine + 1);
      lines.forEach(pass);
    },
    end() {
      pass(rest);
      rest = "";
    },
  };
}
