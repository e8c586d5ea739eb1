import type { TypedParameterValue } from "mysql2";
import { isDay } from "../../read-date.ts";
import type { Column } from "../dialect.ts";
import { readBytes } from "../read-bytes.ts";
import { SqlFailure } from "../sql-failure.ts";
import { binaryTypes, decimalTypes, floatTypes, instantTypes, integerTypes } from "./column-types.ts";
import { loadDriver } from "./load-driver.ts";

const plainInteger = /^-?\d{1,20}$/;
const plainDecimal = /^-?(?:\d{1,65}(?:\.\d{0,38})?|\.\d{1,38})$/;
const plainNumber = /^-?\d{1,40}(?:\.\d{1,40})?(?:e[+-]?\d{1,4})?$/i;
const instant = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d{1,9})?(?:Z|([+-])(\d{2}):?(\d{2}))$/i;

/**
 * Prepares a JSON value for a column. A value without a type would be compared as a number whenever one side is a number: `name = 0`
 * would hold for every text, and two large integers would equal each other.
 *
 * @throws SqlFailure when a column of numbers gets something else
 */
export function bindValue(value: unknown, column: Column | null): unknown {
  if (value === null) {
    return null;
  }
  if (column === null) {
    return typeof value === "object" ? JSON.stringify(value) : value;
  }
  const { baseType } = column;
  if (integerTypes.has(baseType) || decimalTypes.has(baseType) || floatTypes.has(baseType)) {
    return bindNumber(value, column);
  }
  if (baseType === "json") {
    return JSON.stringify(value);
  }
  if (baseType === "vector" && isNumbers(value)) {
    return Buffer.from(Float32Array.from(value).buffer);
  }
  if (binaryTypes.has(baseType) && typeof value === "string") {
    return readBytes(value, column);
  }
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return instantTypes.has(baseType) ? writeInstant(text) : text;
}

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => typeof one === "number");

/** Gives values without a column the type that they have in JSON. */
export function typeValue(value: unknown): unknown {
  const { TypedParameter } = loadDriver();
  if (typeof value === "boolean") {
    return TypedParameter.TINY(value);
  }
  return typeof value === "number" && Number.isSafeInteger(value) ? TypedParameter.LONGLONG(value) : value;
}

function bindNumber(value: unknown, { name, baseType, type }: Column): TypedParameterValue {
  const { TypedParameter } = loadDriver();
  if (typeof value === "boolean") {
    return TypedParameter.TINY(value);
  }
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text === "string") {
    if (plainInteger.test(text) && !floatTypes.has(baseType)) {
      const integer = BigInt(text);
      if (BigInt.asIntN(64, integer) === integer) {
        return TypedParameter.LONGLONG(integer);
      }
      if (BigInt.asUintN(64, integer) === integer) {
        return TypedParameter.LONGLONG.unsigned(integer);
      }
    }
    if (plainDecimal.test(text) && !floatTypes.has(baseType)) {
      return TypedParameter.DECIMAL(text);
    }
    if (plainNumber.test(text) && Number.isFinite(Number(text))) {
      return TypedParameter.DOUBLE(Number(text));
    }
  }
  throw new SqlFailure(
    "downstreamRefused",
    `The column ${name} is of the type ${type}. It takes a number, not ${JSON.stringify(value)}.`,
  );
}

/** The database reads no `Z` before MySQL 8.0.19. The session's time zone is UTC. */
function writeInstant(text: string): string {
  const match = instant.exec(text);
  if (match === null) {
    return text;
  }
  const [, date = "", time = "", fraction = "", sign, hours = "0", minutes = "0"] = match;
  const local = Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}Z`);
  if (Number.isNaN(local) || !isDay(date)) {
    return text;
  }
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === "-" ? -1 : 1);
  return `${new Date(local - offsetMs).toISOString().slice(0, 19).replace("T", " ")}${fraction}`;
}
