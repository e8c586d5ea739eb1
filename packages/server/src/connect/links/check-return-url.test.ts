import { expect, test } from "vitest";
import { readConfig } from "../../config/config.ts";
import { checkReturnUrl } from "./check-return-url.ts";

const readAllowed = (setting: string) =>
  readConfig({ BOWLINE_RETURN_URLS: setting, BOWLINE_BASE_URL: "https://gateway.example/tools" });
const allowed = readAllowed("https://good.example/connected, https://whole.example,http://localhost:3000/a/");

test.each([
  "https://good.example/connected",
  "https://good.example/connected?user=1#part",
  "https://good.example/connected/there",
  "https://GOOD.example:443/connected",
  "https://whole.example",
  "https://whole.example/any/where?x=%2F%5C",
  "http://localhost:3000/a/b",
  "https://gateway.example/tools/console/applications/github?tab=connections",
])("%s is allowed", (text) => {
  expect(checkReturnUrl(text, allowed).href).toBe(new URL(text).href);
});

test.each([
  "https://good.example.evil.test/connected",
  "https://good.example@evil.test/connected",
  "https://good.example:pw@evil.test/connected",
  "https://user@good.example/connected",
  "https://evil.test/https://good.example/connected",
  "https://evil.test#https://good.example/connected",
  "https://evil.test\\@good.example/connected",
  "https:\\\\good.example/connected",
  "https:///good.example/connected",
  "https:good.example/connected",
  "//good.example/connected",
  "/connected",
  "javascript:alert(1)//https://good.example/connected",
  "https://good.example:8443/connected",
  "http://good.example/connected",
  "https://sub.good.example/connected",
  "https://good.example/connected-not",
  "https://good.example/",
  "https://good.example/connected/../other",
  "https://good.example/connected/%2e%2e/other",
  "https://good.example/connected/..%2Fother",
  "https://good.example/connected%5C..%5Cother",
  " https://good.example/connected",
  "https://good.example\t/connected",
  "https://good.example/conn\nected",
  "http://localhost:3000/a",
  "http://localhost:3000/ab",
])("%s is refused", (text) => {
  expect(() => checkReturnUrl(text, allowed)).toThrow("returnUrl");
});

test("only the console is allowed when the setting is not set", () => {
  const console = "https://gateway.example/tools/console/connections";
  expect(checkReturnUrl(console, readAllowed("")).href).toBe(console);
  expect(() => checkReturnUrl("https://gateway.example/tools/", readAllowed(""))).toThrow(
    "BOWLINE_RETURN_URLS",
  );
  expect(() => checkReturnUrl("https://good.example/", readAllowed(""))).toThrow("BOWLINE_RETURN_URLS");
});

test.each([
  "good.example",
  "https://*.example",
  "https://u:p@good.example/",
  "https://good.example/?a=1",
  "ftp://x/",
  "https://good.example\\evil",
])("the setting %s stops the start", (setting) => {
  expect(() => readAllowed(setting)).toThrow("BOWLINE_RETURN_URLS");
});
