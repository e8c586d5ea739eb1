import pg from "pg";
import { parseExactJson } from "../../parse-exact-json.ts";
import { readDecimal, readInteger } from "../read-number.ts";

type Read = (text: string) => unknown;

const text: Read = (value) => value;
const integer: Read = Number;
/** NaN and the infinities are no JSON. */
const float: Read = (value) => (Number.isFinite(Number(value)) ? Number(value) : value);
const time: Read = (value) => value.replace(" ", "T");
const instant: Read = (value) => value.replace(" ", "T").replace(/\+00$/, "Z");
const bytes: Read = (value) => Buffer.from(value.slice(2), "hex").toString("base64");

/** Types that are read as text, and their arrays: name, xml, cidr, macaddr, money, inet, char, time, interval, timetz, bit and varbit. */
const texts: [type: number, array: number, read: Read][] = [
  [19, 1003, text],
  [142, 143, text],
  [650, 651, text],
  [829, 1040, text],
  [790, 791, text],
  [869, 1041, text],
  [1042, 1014, text],
  [1083, 1183, text],
  [1186, 1187, text],
  [1266, 1270, text],
  [1560, 1561, text],
  [1562, 1563, text],
];

/** The readers by the number of the type in `pg_type`, with the number of its array. Types that are not listed are read as text. */
const types: [type: number, array: number, read: Read][] = [
  [16, 1000, (value) => value === "t"],
  [17, 1001, bytes],
  [20, 1016, readInteger],
  [21, 1005, integer],
  [23, 1007, integer],
  [25, 1009, text],
  [26, 1028, integer],
  [114, 199, parseExactJson],
  [700, 1021, float],
  [701, 1022, float],
  [1043, 1015, text],
  [1082, 1182, text],
  [1114, 1115, time],
  [1184, 1185, instant],
  [1700, 1231, readDecimal],
  [2950, 2951, text],
  [3802, 3807, parseExactJson],
  ...texts,
];

/** The types of the driver name no arrays. */
const arrayOfTexts: number = 1009;
const parseArray: Read = pg.types.getTypeParser(arrayOfTexts, "text");

/** Reads the entries of an array, which may hold arrays. */
function readEntries(entry: unknown, read: Read): unknown {
  if (Array.isArray(entry)) {
    return entry.map((one) => readEntries(one, read));
  }
  return typeof entry === "string" ? read(entry) : null;
}

const readers = new Map<number, Read>(
  types.flatMap(([type, array, read]): [number, Read][] => [
    [type, (value) => read(value)],
    [array, (value) => readEntries(parseArray(value), read)],
  ]),
);

export const isListedType = (type: number): boolean => readers.has(type);

/** Reads values as JSON, with the session's settings for dates and bytes. */
export const readTypes = {
  getTypeParser: (type: number): Read => readers.get(type) ?? text,
};

/** Reads an array of a type that is not listed. @param entry the type of its entries */
export const readArray = (value: string, entry: number): unknown =>
  readEntries(parseArray(value), readTypes.getTypeParser(entry));
