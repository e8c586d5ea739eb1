import { describe, expect, test } from "vitest";
import { passQuestionOn } from "./pass-question-on.ts";

const capabilities = { elicitation: { form: {}, url: {} } };

const pass = (params: object) =>
  passQuestionOn(
    { kind: "input", requests: { a: { method: "elicitation/create", params } }, state: null },
    "Notes",
    capabilities,
  );

const readParams = (passed: ReturnType<typeof pass>): unknown =>
  (passed?.inputRequests as { a?: { params?: unknown } } | undefined)?.a?.params;

describe("what an application asks a person", () => {
  test("is shown with its name and without what cannot be seen, and does not fill the screen", () => {
    const requestedSchema = { type: "object", properties: {} };
    const shown = (message: string) => ({
      inputRequests: { a: { params: { mode: "form", message, requestedSchema } } },
    });
    const form = (message: string) => pass({ mode: "form", message, requestedSchema });
    expect(form("One.\nTwo\u202e\u0000\u200b.")).toMatchObject(shown("Notes: One.\nTwo."));
    expect(form("x".repeat(10_000))).toMatchObject(shown(`Notes: ${"x".repeat(3999)}…`));
  });

  test("has no label with what cannot be seen; names and values are sent back as they are", () => {
    const requestedSchema = {
      type: "object",
      properties: {
        "to\u200b": {
          type: "string",
          title: "To\u202e",
          description: "Who\u200b?",
          enum: ["a\u200b"],
          enumNames: ["A\u200b"],
        },
        how: { type: "string", oneOf: [{ const: "b\u200b", title: "B\u200b" }] },
        title: { type: "string", title: "Title\u200b" },
      },
    };
    const passed = pass({ mode: "form", message: "Pay.", requestedSchema });
    expect(readParams(passed)).toMatchObject({
      requestedSchema: {
        type: "object",
        properties: {
          "to\u200b": {
            type: "string",
            title: "To",
            description: "Who?",
            enum: ["a\u200b"],
            enumNames: ["A"],
          },
          how: { type: "string", oneOf: [{ const: "b\u200b", title: "B" }] },
          title: { type: "string", title: "Title" },
        },
      },
    });
  });

  test("is a page whose host is written as it is called", () => {
    const passed = pass({
      mode: "url",
      message: "Pay.",
      url: "https://b\u043ewline.example/a",
      elicitationId: "1",
    });
    expect(readParams(passed)).toMatchObject({ url: "https://xn--bwline-wqf.example/a" });
  });

  test.each([
    ["https://pay.example/1?a=b", true],
    ["http://localhost:4400/", true],
    ["javascript:alert(1)", false],
    ["https://bowline.example@other.example/", false],
    ["data:text/html,hi", false],
    ["nothing", false],
    [7, false],
  ])("as the page %s is passed on: %s", (url, isPassed) => {
    expect(pass({ mode: "url", message: "Pay.", url, elicitationId: "1" }) !== null).toBe(isPassed);
  });
});

test.each([
  ["a form without a schema", "elicitation/create", { message: "Name?" }],
  [
    "a mode that is not known",
    "elicitation/create",
    { mode: "voice", message: "Name?", requestedSchema: {} },
  ],
  ["a form without parameters", "elicitation/create", undefined],
  ["a model without parameters", "sampling/createMessage", undefined],
])("%s is not passed on", (_, method, params) => {
  const requests = { a: { method, ...(params && { params }) } };
  const able = { ...capabilities, elicitation: { form: {}, url: {} }, sampling: {} };
  expect(passQuestionOn({ kind: "input", requests, state: null }, "Notes", able)).toBeNull();
});
