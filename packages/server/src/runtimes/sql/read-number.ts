/** Longer texts are never looked into: a database may send any length. */
const maxDecimalLength = 60;

/** Reads an integer. One that a double does not hold exactly stays a text. */
export const readInteger = (text: string): number | string =>
  Number.isSafeInteger(Number(text)) ? Number(text) : text;

/** Reads a decimal number. One that a double may not hold exactly stays a text. */
export function readDecimal(text: string): number | string {
  if (text.length > maxDecimalLength || !/^-?[\d.]+$/.test(text)) {
    return text;
  }
  const digits = text.replace(/^-?0*\.?0*|\.|0+$/g, "");
  return digits.length <= 15 ? Number(text) : text;
}
