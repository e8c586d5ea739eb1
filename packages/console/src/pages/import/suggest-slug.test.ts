import { expect, test } from "vitest";
import { suggestSlug } from "./suggest-slug.ts";

test("a slug comes from the host of an address, a file's name, or a document's title", () => {
  expect(suggestSlug("https://api.example.com/openapi.json")).toBe("example");
  expect(suggestSlug("Warehouse API.yaml")).toBe("warehouse-api");
  expect(suggestSlug('{"openapi": "3.1.0", "info": {"title": "My shop"}}')).toBe("my-shop");
  expect(suggestSlug("openapi: 3.1.0\ninfo:\n  title: My shop\n")).toBe("my-shop");
});

test.each(["", "http://localhost:3000/openapi.json", "http://127.0.0.1:3000/openapi.json", "- 1"])(
  "nothing is suggested for %j",
  (text) => {
    expect(suggestSlug(text)).toBe("");
  },
);

test.each([
  "https://accounting.and.invoicing.of.a-company-with-a-long-name.example/openapi.json",
  "the-invoices-of-a-company-with-a-long-name.json",
  "2026-orders.json",
  '{"info": {"title": "The accounting and invoicing of a company"}}',
])("what is suggested for %s is a slug that the server takes", (text) => {
  expect(suggestSlug(text)).toMatch(/^[a-z][a-z0-9-]{0,31}$/);
});
