/** A number that `JSON.stringify` writes digit by digit, although no double holds it. */
export interface ExactNumber {
  readonly rawJSON: string;
}

/** Gets each value with the text that it was written as; only numbers, texts, booleans and null have one. */
export type JsonReviver = (
  this: unknown,
  name: string,
  value: unknown,
  context: { source?: string },
) => unknown;

/** TypeScript does not know these members yet (ECMAScript proposal "JSON.parse source text access"). */
const json = JSON as unknown as {
  rawJSON(text: string): ExactNumber;
  isRawJSON(value: unknown): value is ExactNumber;
  parse(text: string, reviver: JsonReviver): unknown;
};

export const makeExactNumber = (digits: string): ExactNumber => json.rawJSON(digits);

export const isExactNumber = (value: unknown): value is ExactNumber => json.isRawJSON(value);

/** Parses JSON with a look at how each value is written. @throws SyntaxError */
export const parseWithSource = (text: string, reviver: JsonReviver): unknown => json.parse(text, reviver);

const plainInteger = /^-?\d{16,}$/;

/**
 * Parses JSON that is written again, such as a request that is shown: integers that a double does not hold stay numbers, with their digits.
 *
 * @throws SyntaxError
 */
export function parseForWriting(text: string): unknown {
  return /\d{16}/.test(text) ? parseWithSource(text, keepDigits) : JSON.parse(text);
}

const keepDigits: JsonReviver = (_, value, { source = "" }) =>
  typeof value === "number" && !Number.isSafeInteger(value) && plainInteger.test(source)
    ? makeExactNumber(source)
    : value;
