import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createApiKeyText, hashApiKey, isApiKeyText } from "./api-key-format.ts";

test("a key consists of the prefix, 32 random characters and a checksum of 6", () => {
  const keys = Array.from({ length: 200 }, createApiKeyText);
  expect(new Set(keys).size).toBe(200);
  for (const key of keys) {
    expect(key).toMatch(/^bwl_[0-9A-Za-z]{38}$/);
    expect(isApiKeyText(key)).toBe(true);
  }
});

test("the checksum is the CRC-32 of the random part in base 62, padded with zeros", () => {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  for (const key of Array.from({ length: 50 }, createApiKeyText)) {
    const value = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    expect(value).toBe(crc32(key.slice(4, -6)));
  }
});

test("one wrong character anywhere is detected", () => {
  const key = createApiKeyText();
  fc.assert(
    fc.property(fc.nat(key.length - 1), fc.constantFrom(..."abcXYZ019_-é "), (place, character) => {
      const changed = key.slice(0, place) + character + key.slice(place + 1);
      expect(isApiKeyText(changed)).toBe(changed === key);
    }),
  );
  for (const text of ["", "bwl_", key.slice(1), `${key}0`, ` ${key}`, key.toUpperCase(), key.toLowerCase()]) {
    expect(isApiKeyText(text)).toBe(text === key);
  }
});

test("the hash of a key is its SHA-256", () => {
  expect(hashApiKey("bwl_x")).toBe(createHash("sha256").update("bwl_x").digest("hex"));
});
