import type { TypeCast } from "mysql2";
import { parseExactJson } from "../../parse-exact-json.ts";
import { readDecimal, readInteger } from "../read-number.ts";

type Field = Parameters<Exclude<TypeCast, boolean>>[0];

const maxTimeLength = 40;
const maxBitBytes = 8;

/** The shortest number that is the same in single precision, such as 0.1. */
function readFloat(single: number): number {
  const written = [6, 7, 8].map((digits) => Number(single.toPrecision(digits)));
  return written.find((number) => Math.fround(number) === single) ?? single;
}

/** As ISO 8601, without zeros at the end of a fraction. */
function readTime(text: string): string {
  if (text.length > maxTimeLength) {
    return text;
  }
  const [whole = "", fraction = ""] = text.replace(" ", "T").split(".");
  const digits = fraction.replace(/0+$/, "");
  return digits === "" ? whole : `${whole}.${digits}`;
}

function readJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    // MariaDB's JSON is a text that a check may have let through.
    return text;
  }
}

/** Reads a value as JSON. The driver gives large numbers, times and JSON as texts. */
export function readValue(field: Field, next: () => unknown): unknown {
  // The driver would make objects of a shape that do not say which kind it is.
  const value = field.type === "GEOMETRY" ? field.buffer() : next();
  if (field.extendedFormat === "json" && typeof value === "string") {
    return readJson(value);
  }
  if (Buffer.isBuffer(value)) {
    return field.type === "BIT" && value.length <= maxBitBytes
      ? readInteger(BigInt(`0x0${value.toString("hex")}`).toString())
      : value.toString("base64");
  }
  if (typeof value === "number") {
    return field.type === "FLOAT" ? readFloat(value) : value;
  }
  if (typeof value !== "string") {
    return value;
  }
  switch (field.type) {
    case "LONGLONG":
      return readInteger(value);
    case "DECIMAL":
    case "NEWDECIMAL":
      return readDecimal(value);
    case "DATETIME":
      return readTime(value);
    case "TIMESTAMP":
      return `${readTime(value)}Z`;
    case "JSON":
      return readJson(value);
    default:
      return value;
  }
}
