import { expect, test } from "vitest";
import { listSecretTexts, maskText, maskValue } from "./secret-texts.ts";

const secret = 'p~ss "wörd"&<+/=';

test.each<[string, string]>([
  ["as it is", secret],
  ["in JSON", JSON.stringify(secret).slice(1, -1)],
  ["in an address", encodeURIComponent(secret)],
  [
    "in an address, in lower case",
    encodeURIComponent(secret).replace(/%../g, (triplet) => triplet.toLowerCase()),
  ],
  ["in a form", new URLSearchParams({ k: secret }).toString().slice(2)],
  ["in HTML", "p~ss &quot;wörd&quot;&amp;&lt;+/="],
  ["in base64", Buffer.from(secret).toString("base64").replace(/=+$/, "")],
  ["in base64 for addresses", Buffer.from(secret).toString("base64url")],
  ["in hexadecimal", Buffer.from(secret).toString("hex")],
  ["in the bytes of a header", Buffer.from(secret).toString("latin1")],
])("a secret is masked %s", (_, spelled) => {
  expect(maskText(`before ${spelled} after`, listSecretTexts([secret], []))).toBe("before *** after");
});

test("names, numbers and nested values are masked, and nothing else", () => {
  const texts = listSecretTexts(["1234567890"], []);
  const value = { "1234567890": [{ a: "x1234567890y", n: 1234567890, m: 123 }], ok: null };
  expect(maskValue(value, texts)).toEqual({ "***": [{ a: "x***y", n: "***", m: 123 }], ok: null });
});

test("a short secret is not looked for in encodings that stand in a text by chance", () => {
  expect(listSecretTexts(["abc"], [])).toEqual([]);
  expect(listSecretTexts(["abcd123"], [])).toEqual(["abcd123"]);
});
