import { describe, expect, test } from "vitest";
import { describeForModel } from "./describe-for-model.ts";

describe("a description for a model", () => {
  test.each([
    ["List your connections", "Sorted by id.", "List your connections. Sorted by id."],
    ["Delete a policy", "", "Delete a policy"],
    ["Update event hook", "Success", "Update event hook. Success"],
    ["Delete it?", "Takes effect at once.", "Delete it? Takes effect at once."],
    [
      "List your toolsets",
      "Oldest first. A key for one toolset sees only that.",
      "List your toolsets. Oldest first. A key for one toolset sees only that.",
    ],
    [
      "Get a tool",
      "With its input schema. The tool has the name that a toolset gives it.",
      "Get a tool. With its input schema. The tool has the name that a toolset gives it.",
    ],
    [
      "List branches for HEAD commit",
      "Protected branches are available in public repositories.",
      "List branches for HEAD commit. Protected branches are available in public repositories.",
    ],
  ])("begins with the name when it does not say what the tool is about: %j", (name, text, expected) => {
    expect(describeForModel(name, text)).toBe(expected);
  });

  test.each([
    ["List policies", "Returns each policy of the company."],
    ["Get an issue", "Reads one issue."],
    ["CreateDisputeEvidence", "Uploads evidence for a dispute."],
    ["Link keys", "Linking the key of a person."],
    ["Search", "Finds what is asked for."],
    ["Deletes a logo. The default is used then", "Deletes a Logo. The default is used then, too."],
    [
      "Start a job. The one that runs for its conn…",
      "Start a job. The one that runs for its connection ends.",
    ],
    ["List tasks", "> [!NOTE]\n> This may change.\n\nReturns the tasks of a person."],
    ["", "Reads."],
    ["", ""],
  ])("stays as it is when it says so, or when there is no name: %j", (name, text) => {
    expect(describeForModel(name, text)).toBe(text);
  });

  test("of a deprecated tool says so first, once", () => {
    expect(describeForModel("Get an issue", "Reads one issue.", true)).toBe("Deprecated. Reads one issue.");
    expect(describeForModel("List policies", "", true)).toBe("Deprecated. List policies");
    const own = "**DEPRECATED**: use another. Reads one issue.";
    expect(describeForModel("Get an issue", own, true)).toBe(own);
  });

  test("looks only at the first sentence of the description", () => {
    const text = `${"It goes on. ".repeat(40)}The policy.`;
    expect(describeForModel("Delete a policy", text)).toBe(`Delete a policy. ${text}`);
  });
});
