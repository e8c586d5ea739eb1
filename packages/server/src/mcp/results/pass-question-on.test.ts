import { describe, expect, test } from "vitest";
import { passQuestionOn } from "./pass-question-on.ts";

const capabilities = { elicitation: { form: {}, url: {} } };

const pass = (params: object) =>
  passQuestionOn(
    { kind: "input", requests: { a: { method: "elicitation/create", params } }, state: null },
    "Notes",
    capabilities,
  );

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
