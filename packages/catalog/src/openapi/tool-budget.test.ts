import { expect, it } from "vitest";
import { importSmallDocument } from "../../testing/import-small-document.ts";
import { createToolBudget } from "./tool-budget.ts";

it("counts a shared definition for each tool that needs it, and a tool's own schema in both budgets", () => {
  const shared = { description: "x".repeat(1000) };
  const tool = { inputSchema: { type: "object", $defs: { Shared: shared } }, outputSchema: {} };
  const budget = createToolBudget({ expanded: 2500, own: 1000, tool: 2000 });
  expect(budget.take(tool)).toBe(true);
  expect(budget.take({ ...tool, inputSchema: { description: "y".repeat(3000) } })).toBe(false);
  expect(budget.isSpent).toBe(false);
  expect(budget.take(tool)).toBe(true);
  expect(budget.take(tool)).toBe(false);
  expect(budget.isSpent).toBe(true);
});

it("skips operations that are too large or exceed the budget, with the reason", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 6000 }, (_, n) => [`p${n}`, { type: "string", description: "x".repeat(100) }]),
  );
  const body = (ref: string) => ({
    requestBody: {
      content: { "application/json": { schema: { type: "object", properties: { a: { $ref: ref } } } } },
    },
  });
  const paths = Object.fromEntries(
    Array.from({ length: 600 }, (_, n) => [`/p${n}`, { post: body("#/components/schemas/Big") }]),
  );
  const huge = {
    type: "object",
    properties: { ...properties, more: { description: "y".repeat(4_000_000) } },
  };
  const { application, skipped } = importSmallDocument({
    openapi: "3.1.0",
    components: { schemas: { Big: { type: "object", properties }, Huge: huge } },
    paths: { "/huge": { post: body("#/components/schemas/Huge") }, ...paths },
  });
  expect(skipped[0]).toEqual({ operation: "POST /huge", reason: "it is larger than 4 MiB" });
  expect(skipped[1]?.reason).toContain("256 MiB");
  expect(application.tools.length).toBeGreaterThan(200);
  expect(application.tools.length + skipped.length).toBe(601);
});

it("counts what a document repeats outside of the schemas of its tools", () => {
  const scopes = Array.from({ length: 5000 }, (_, n) => `scope${n}${"x".repeat(300)}`);
  const { application, skipped } = importSmallDocument({
    openapi: "3.1.0",
    security: [{ sign: scopes }],
    components: {
      securitySchemes: {
        sign: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://a.test/t", scopes: {} } } },
      },
    },
    paths: Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`/p${n}`, { get: {} }])),
  });
  expect(application.tools.length).toBeLessThan(200);
  expect(application.tools.length + skipped.length).toBe(300);
  expect(skipped.at(-1)?.reason).toContain("256 MiB");
});
