import fc from "fast-check";
import { expect, test } from "vitest";
import { mayHoldSecret } from "./find-secrets.ts";
import { parseExactJson } from "./parse-exact-json.ts";
import { listSecretTexts, maskText, maskValue } from "./secret-texts.ts";

const secret = 'p~ss "wörd"&<+/=';

/** Escapes the secret as a JSON string, the given number of times. */
function spell(levels: number): string {
  let text = secret;
  for (let level = 0; level < levels; level++) {
    text = JSON.stringify(text).slice(1, -1);
  }
  return text;
}

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
  ["in JSON in JSON", spell(2)],
  ["in JSON in JSON in JSON", spell(3)],
  ["in HTML by numbers", [...secret].map((c) => `&#${c.codePointAt(0)};`).join("")],
  ["in HTML by padded numbers", secret.replace(/[^a-z]/g, (c) => `&#00${c.charCodeAt(0)};`)],
  ["in HTML in hexadecimal", secret.replace(/[^a-z]/g, (c) => `&#x0${c.charCodeAt(0).toString(16)};`)],
  ["in HTML by names", "p~ss&nbsp;&quot;w&ouml;rd&quot;&amp;&lt;&plus;&sol;&equals;".replace("&nbsp;", " ")],
  ["in HTML twice", "p~ss &amp;quot;wörd&amp;quot;&amp;amp;&amp;lt;+/="],
  [
    "in JSON, all of it escaped",
    [...secret].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  ],
  ["in HTML that stands in JSON", "p~ss \\u0026quot;wörd\\u0026quot;\\u0026amp;\\u0026lt;+/="],
  [
    "in an address, all of it",
    [...Buffer.from(secret)].map((b) => `%${b.toString(16).padStart(2, "0")}`).join(""),
  ],
  ["in an address twice", encodeURIComponent(encodeURIComponent(secret))],
  ["in hexadecimal, in capitals", Buffer.from(secret).toString("hex").toUpperCase()],
])("a secret is masked %s", (_, spelled) => {
  expect(maskText(`before ${spelled} after`, listSecretTexts([secret], []))).toBe("before *** after");
});

test("names, numbers and nested values are masked, and nothing else", () => {
  const texts = listSecretTexts(["1234567890"], []);
  const value = { "1234567890": [{ a: "x1234567890y", n: 1234567890, m: 123 }], ok: null };
  expect(maskValue(value, texts)).toEqual({ "***": [{ a: "x***y", n: "***", m: 123 }], ok: null });
});

test("a short secret is not searched for in encodings that may occur by chance", () => {
  expect(listSecretTexts(["abc"], [])).toEqual([]);
  expect(listSecretTexts(["abcd123"], [])).toEqual(["abcd123"]);
});

test.each(["Aladdin:", "a:", "ab:", "abc:"])(
  "it is masked in base64 of credentials that begin with %s",
  (user) => {
    const plain = "open-sesame-2026";
    const encoded = Buffer.from(user + plain).toString("base64");
    const shown = maskText(`Basic ${encoded}`, listSecretTexts([plain], []));
    expect(shown).toContain("***");
    const left = shown.replace("Basic ", "").replace("***", "").replace(/=+$/, "");
    expect(left.length).toBeLessThan(Math.ceil((user.length * 4) / 3) + 4);
  },
);

test.each(["12345678901234567890", "98765432109876543", "1234567890"])(
  "the number %s is masked, rounded or not",
  (digits) => {
    const texts = listSecretTexts([digits], []);
    const rounded = Number(Number(digits).toPrecision(15));
    for (const json of [digits, `${Number(digits)}`, Number(digits).toExponential(), `${rounded}`]) {
      const response = `{"n":${json},"m":${json.length}}`;
      for (const read of [JSON.parse(response), parseExactJson(response)]) {
        expect(maskValue(read, texts)).toEqual({ n: "***", m: json.length });
      }
      expect(mayHoldSecret(`{"n":${json}}`, texts)).toBe(true);
    }
  },
);

test("a secret is masked in capital and in small letters, also in escapes", () => {
  const texts = listSecretTexts(["3f2504e0-4f89-11d3-9a0c-0305e82c3301", "Open/Sesame+2026"], []);
  for (const spelled of [
    "3F2504E0-4F89-11D3-9A0C-0305E82C3301",
    "OPEN/SESAME+2026",
    "open/sesame+2026",
    "open%2Fsesame%2B2026",
    "OPEN\\/SESAME\\u002b2026",
  ]) {
    expect(maskText(`before ${spelled} after`, texts)).toBe("before *** after");
  }
});

test("a long secret that was cut off is masked up to the cut", () => {
  const long = Array.from({ length: 200 }, (_, n) => `part${n}`).join("-");
  expect(maskText(`got ${long.slice(0, 300)}... and ${long}`, listSecretTexts([long], []))).toBe(
    "got ***... and ***",
  );
});

test("a text without secrets is unchanged, with any escapes", () => {
  const texts = listSecretTexts(["sk_live_4242", 'p~ss "wörd"'], []);
  for (const text of [
    '{\\"a\\":\\"\\u0041&amp;%20\\"}',
    "100% &#65; \\x41 &unknown; &#99999999999;",
    "%zz \\u12",
    "",
  ]) {
    expect(maskText(text, texts)).toBe(text);
  }
});

test("any secret in any of these escapes is masked, and the text around it is kept", () => {
  const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1);
  const escapeByNumber = (text: string): string =>
    text.replace(/[^A-Za-z0-9]/g, (c) => `&#${c.charCodeAt(0)};`);
  const escapeHtml = (text: string): string =>
    text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const escapes = [escapeJson, encodeURIComponent, escapeByNumber, escapeHtml];
  fc.assert(
    fc.property(
      fc.string({ minLength: 4, maxLength: 60 }),
      fc.array(fc.constantFrom(...escapes), { maxLength: 3 }),
      (value, chosen) => {
        const spelled = chosen.reduce((text, write) => write(text), value);
        const shown = maskText(`[[[ ${spelled} ]]]`, listSecretTexts([value], []));
        fc.pre(!"[[[  ]]]".includes(value));
        // The rest of a short secret that consists only of an escape.
        fc.pre(value.length > 12);
        expect(shown.replaceAll("*", "")).toMatch(/^\[*\s*\s?\]*$/);
      },
    ),
    {
      numRuns: 500,
      // Secrets that look like escapes themselves.
      examples: [
        ['      0\\F0A" ', [escapeJson, escapeHtml]],
        [" \\ 000%30    ", [escapeJson, escapeByNumber]],
      ],
    },
  );
});

test("texts crafted to be slow are searched in linear time", () => {
  const texts = listSecretTexts([`b${"a".repeat(60_000)}`, `${"a".repeat(60_000)}b`], []);
  const begin = process.cpuUsage();
  maskText("a".repeat(1_000_000), texts);
  maskText('\\"'.repeat(200_000), texts);
  expect(maskText("%2541".repeat(1_000_000), listSecretTexts(['p"a/ss w%rd'], []))).toBe("***");
  const { user, system } = process.cpuUsage(begin);
  expect((user + system) / 1000).toBeLessThan(10_000);
});

test("a replacement character in a secret is one character in an address, too", () => {
  const unusual = "\ufffd    ";
  expect(maskText(`|${encodeURIComponent(unusual)}|`, listSecretTexts([unusual], []))).toBe("|***|");
});
