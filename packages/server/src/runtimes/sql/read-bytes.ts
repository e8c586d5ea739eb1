import type { Column } from "./dialect.ts";
import { SqlFailure } from "./sql-failure.ts";

const base64 = /^[\w+/-]*={0,2}$/;

/**
 * Reads the bytes for a column from their base64.
 *
 * @throws SqlFailure for another text, of which Node.js would make other bytes
 */
export function readBytes(text: string, { name, type }: Column): Buffer {
  // Some programs break lines.
  const digits = text.replaceAll(/[\r\n]/g, "");
  if (!base64.test(digits) || digits.replace(/=+$/, "").length % 4 === 1) {
    throw new SqlFailure(
      "downstreamRefused",
      `The column ${name} is of the type ${type}. It takes bytes as base64, which the text is not.`,
    );
  }
  return Buffer.from(digits, "base64");
}
