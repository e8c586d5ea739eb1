import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const prefix = "bwl_";
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 32;
const checksumLength = 6;
const pattern = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** Creates an API key: `bwl_`, 32 random base-62 characters, 6 characters of CRC-32 (decisions D13). */
export function createApiKeyText(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `${prefix}${random}${checksum(random)}`;
}

/** Whether a text has the form of an API key. A wrong checksum is refused without a query. */
export function isApiKeyText(text: string): boolean {
  return (
    pattern.test(text) && checksum(text.slice(prefix.length, -checksumLength)) === text.slice(-checksumLength)
  );
}

/** Hashes a key for storage with SHA-256, in hexadecimal. 190 random bits need no slow hash. */
export const hashApiKey = (text: string): string => hash("sha256", text, "hex");

/** CRC-32 of the random part in base 62, most significant digit first, zero-padded. */
function checksum(random: string): string {
  let rest = crc32(random);
  let digits = "";
  for (let place = 0; place < checksumLength; place++) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
