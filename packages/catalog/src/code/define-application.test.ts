import { describe, expect, it } from "vitest";
import { defineApplication, defineTool, fromInput, ToolError, z } from "./form.ts";

// `npm run check` compiles this file: it fails where one of the marked mistakes compiles.

const texts = { name: "Name", description: "What it does." };
const input = z.object({ id: z.string(), page: z.int().default(1) });

const reading = defineTool({
  ...texts,
  operation: "read_region",
  input,
  output: z.object({ region: z.string() }),
  hints: { readOnly: true },
  connectionFields: ["region"],
  run: ({ input: { page }, connection }) => ({ region: connection.fields.region.repeat(page) }),
});

const facts = {
  name: "Shop",
  description: "Sells.",
  slug: "shop",
} as const;

describe("a mistake does not compile", () => {
  it("a path parameter that is no input", () => {
    const shared = { ...texts, operation: "get", input, output: z.unknown() };
    defineTool({ ...shared, request: { method: "GET", path: "/items/{id}" } });
    // @ts-expect-error `itemId` is no member of the input
    defineTool({ ...shared, request: { method: "GET", path: "/items/{itemId}" } });
    // @ts-expect-error the second one neither
    defineTool({ ...shared, request: { method: "GET", path: "/items/{id}/{part}" } });
  });

  it("a query, header or body that names no input", () => {
    const shared = { ...texts, operation: "get", input, output: z.unknown() };
    defineTool({ ...shared, request: { method: "GET", path: "/{id}", query: ["page"] } });
    // @ts-expect-error `pages` is no member of the input
    defineTool({ ...shared, request: { method: "GET", path: "/{id}", query: ["pages"] } });
    const body = { item: { title: fromInput("title") } };
    // @ts-expect-error `title` is no member of the input
    defineTool({ ...shared, request: { method: "POST", path: "/{id}", body } });
    const headers = { "X-Page": fromInput("pages") };
    // @ts-expect-error `pages` is no member of the input
    defineTool({ ...shared, request: { method: "GET", path: "/{id}", headers } });
  });

  it("an output of another shape", () => {
    const shared = { ...texts, operation: "get", input, hints: { readOnly: true } };
    defineTool({ ...shared, output: z.object({ sum: z.number() }), run: async () => ({ sum: 1 }) });
    // @ts-expect-error the sum is a text
    defineTool({ ...shared, output: z.object({ sum: z.number() }), run: async () => ({ sum: "1" }) });
    // @ts-expect-error the sum is missing
    defineTool({ ...shared, output: z.object({ sum: z.number() }), run: () => ({}) });
  });

  it("an input that the schema does not have, in code", () => {
    const shared = { ...texts, operation: "get", input, hints: { readOnly: true } };
    // @ts-expect-error there is no member `pages`
    defineTool({ ...shared, output: z.number(), run: ({ input: given }) => given.pages });
    // @ts-expect-error a page is a number
    defineTool({ ...shared, output: z.string(), run: ({ input: given }) => given.page });
  });

  it("a connection field that the tool does not name", () => {
    const shared = { ...texts, operation: "get", input, output: z.string(), hints: { readOnly: true } };
    defineTool({
      ...shared,
      connectionFields: ["region"],
      // @ts-expect-error only `region` is named
      run: ({ connection }) => connection.fields.token,
    });
    // @ts-expect-error none is named
    defineTool({ ...shared, run: ({ connection }) => connection.fields.region });
  });

  it("a connection field that the application does not have", () => {
    const bearer = [{ type: "bearer" }] as const;
    defineApplication({
      ...facts,
      environments: [{ name: "production", serverUrl: "https://{region}.shop.test" }],
      variables: { region: {} },
      authentications: bearer,
      tools: [reading],
    });
    defineApplication({
      ...facts,
      environments: [{ name: "production", serverUrl: "https://shop.test" }],
      authentications: [{ type: "custom", fields: { region: {} }, placements: [] }],
      tools: [reading],
    });
    defineApplication({
      ...facts,
      environments: [{ name: "production", serverUrl: "https://shop.test" }],
      authentications: bearer,
      // @ts-expect-error the only field is `token`
      tools: [reading],
    });
  });

  it("a test call or objects of a tool that is not there", () => {
    const environments = [{ name: "production", serverUrl: "https://{region}.shop.test" }] as const;
    const shared = { ...facts, environments, variables: { region: {} }, tools: [reading] };
    defineApplication({ ...shared, test: { operation: "read_region" } });
    // @ts-expect-error there is no such tool
    defineApplication({ ...shared, test: { operation: "whoami" } });
    // @ts-expect-error there is no such tool
    defineApplication({ ...shared, objects: [{ kind: "item", operation: "list", namePath: "/id" }] });
  });

  it("a tool with neither request nor code, with both, or code that does not say whether it reads", () => {
    const shared = { ...texts, operation: "get", input, output: z.string() };
    const request = { method: "GET", path: "/{id}" } as const;
    const hints = { readOnly: true };
    // @ts-expect-error neither
    defineTool(shared);
    // @ts-expect-error both
    defineTool({ ...shared, hints, request, run: () => "" });
    // @ts-expect-error `hints.readOnly` is missing
    defineTool({ ...shared, run: () => "" });
  });

  it("a method, a kind of failure or a member that does not exist", () => {
    // @ts-expect-error there is no such type
    defineApplication({ ...facts, environments: [], authentications: [{ type: "magic" }], tools: [] });
    // @ts-expect-error there is no such member
    defineApplication({ ...facts, environments: [], color: "red", tools: [] });
    expect(new ToolError("No.", { kind: "timeout" }).kind).toBe("timeout");
    // @ts-expect-error there is no such kind
    expect(new ToolError("No.", { kind: "late" }).kind).toBe("late");
  });
});
