import type { SQLOutputValue } from "node:sqlite";

/** A value as JSON. Integers that a double does not hold exactly, and the infinities, are texts; bytes are base64. */
export function readValue(value: SQLOutputValue): string | number | null {
  switch (typeof value) {
    case "bigint": {
      const number = Number(value);
      return Number.isSafeInteger(number) ? number : String(value);
    }
    case "number":
      return Number.isFinite(value) ? value : String(value);
    case "string":
      return value;
    default:
      return value === null
        ? null
        : Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64");
  }
}
