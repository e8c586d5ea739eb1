/** A number of any size and precision: `sign` × 0.`digits` × 10^`magnitude`. */
export interface Decimal {
  sign: -1 | 0 | 1;
  magnitude: number;
  /** Without zeros at both ends. */
  digits: string;
}

const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,9}))?$/i;
/** Databases write these beside numbers. NaN is the largest one, as in PostgreSQL. */
const specials: Record<string, Decimal> = {
  NaN: { sign: 1, magnitude: Number.POSITIVE_INFINITY, digits: "2" },
  Infinity: { sign: 1, magnitude: Number.POSITIVE_INFINITY, digits: "1" },
  "-Infinity": { sign: -1, magnitude: Number.POSITIVE_INFINITY, digits: "1" },
};

/** Reads a decimal number exactly. Null: the text is none. */
export function readDecimalNumber(text: string): Decimal | null {
  const match = decimal.exec(text.trim());
  const [, minus = "", whole = "", fraction = "", exponent = "0"] = match ?? [];
  const written = whole + fraction;
  if (written === "") {
    return null;
  }
  const begin = written.search(/[1-9]/);
  return begin === -1
    ? { sign: 0, magnitude: 0, digits: "" }
    : {
        sign: minus === "-" ? -1 : 1,
        magnitude: whole.length - begin + Number(exponent),
        digits: trimZeros(written, begin),
      };
}

/** An expression for the zeros at the end would take long for a text of many zeros. */
function trimZeros(digits: string, begin: number): string {
  let end = digits.length;
  while (digits[end - 1] === "0") {
    end--;
  }
  return digits.slice(begin, end);
}

/** Reads a value that a column of numbers holds. Null: it is no number. */
export function readDecimalValue(value: unknown): Decimal | null {
  if (typeof value === "number") {
    return readDecimalNumber(String(value));
  }
  return typeof value === "string" ? (findSpecial(value) ?? readDecimalNumber(value)) : null;
}

const findSpecial = (text: string): Decimal | undefined =>
  Object.hasOwn(specials, text) ? specials[text] : undefined;

export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.sign !== b.sign) {
    return a.sign - b.sign;
  }
  const size = compare(a.magnitude, b.magnitude) || compare(a.digits, b.digits);
  return a.sign === -1 ? -size : size;
}

const compare = <Key extends string | number>(a: Key, b: Key): number => (a < b ? -1 : a > b ? 1 : 0);

/** One text for each number, however it was written. */
export const writeDecimalKey = ({ sign, magnitude, digits }: Decimal): string =>
  `${sign} ${magnitude} ${digits}`;
