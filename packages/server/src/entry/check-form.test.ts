import { expect, test } from "vitest";
import { createFormToken, type FormRequest, isOwnForm } from "./check-form.ts";

const secret = "the browser's cookie";
const token = createFormToken(secret);
const own: FormRequest = { host: "localhost:4400", origin: undefined, site: undefined, token };
const check = (
  changes: Partial<FormRequest>,
  baseUrl = "http://localhost:4400",
  held: string | null = secret,
) => isOwnForm(baseUrl, { ...own, ...changes }, held);

test("a form is its own with the browser's token and the page's origin, or no origin", () => {
  expect(check({})).toBe(true);
  expect(check({ origin: "http://localhost:4400" })).toBe(true);
  expect(check({ origin: "null", site: "same-origin" })).toBe(true);
  expect(check({ origin: "null" })).toBe(true);
});

test("without a token, the browser must say that the page is of this server", () => {
  expect(check({ token: null })).toBe(false);
  expect(check({ token: null, origin: "null" })).toBe(false);
  expect(check({ token: null, origin: "null", site: "same-origin" })).toBe(true);
  expect(check({ token: null, origin: "http://localhost:4400" })).toBe(true);
});

test("a form of another site or with another token is refused", () => {
  for (const origin of [
    "https://evil.example",
    "http://localhost:4401",
    "https://localhost:4400",
    "file://",
    "x",
  ]) {
    expect(check({ origin })).toBe(false);
    expect(check({ origin, token: null })).toBe(false);
  }
  for (const site of ["cross-site", "same-site", "anything"]) {
    expect(check({ site })).toBe(false);
  }
  expect(check({ token: createFormToken("another browser") })).toBe(false);
  expect(check({ token: "" })).toBe(false);
  expect(check({}, undefined, null)).toBe(false);
});

test("loopback names count as each other, and a proxy may have another port", () => {
  for (const host of ["127.0.0.1:4400", "[::1]:4400", "localhost"]) {
    expect(check({ host })).toBe(true);
  }
  expect(check({ origin: "http://127.0.0.1:4400", host: "127.0.0.1:4400" })).toBe(true);
  expect(check({ origin: "http://localhost:8080", host: "localhost:8080" })).toBe(true);
  const base = "https://bowline.example:8443";
  expect(check({ host: "bowline.example:4400", origin: "https://bowline.example:8443" }, base)).toBe(true);
  expect(check({ host: "bowline.example:8443", origin: "http://bowline.example:8443" }, base)).toBe(false);
});

test("a name that is not this server's is refused, whatever the form says", () => {
  for (const host of [
    "evil.example",
    "localhost.evil.example:4400",
    "localhost@evil.example",
    "",
    undefined,
  ]) {
    expect(check({ host })).toBe(false);
  }
});
