import { expect, it } from "vitest";
import { renderServerUrl } from "./server-url.ts";

it("an address has no slash at its end, and one of very many slashes holds nothing up", () => {
  expect(renderServerUrl("https://a.test/{part}/", { part: "x" })).toBe("https://a.test/x");
  const slashes = "/".repeat(500_000);
  expect(renderServerUrl(`https://a.test${slashes}x//`, {})).toBe(`https://a.test${slashes}x`);
});
