import { operations, resultControls } from "@bowline/contract";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { describeIssue } from "./describe-issue.ts";
import { joinPath, listProblems } from "./list-problems.ts";

describe("joinPath", () => {
  test.each<[string, PropertyKey[], string]>([
    ["", [], "body"],
    ["", ["name"], "name"],
    ["", ["connections", 1, "toolSlugs", 0], "connections[1].toolSlugs[0]"],
    ["query", [], "query"],
    ["query", ["top"], "query.top"],
    ["", [0], "[0]"],
  ])("%j with %j is %s", (place, path, expected) => {
    expect(joinPath(place, path)).toBe(expected);
  });
});

function list(schema: z.ZodType, value: unknown): Record<string, string> {
  const { error } = schema.safeParse(value, { error: describeIssue });
  const problems = error ? listProblems(error, schema, value) : [];
  return Object.fromEntries(problems.map(({ field, issue }) => [field, issue]));
}

describe("listProblems", () => {
  const schema = z.strictObject({
    name: z.string(),
    list: z.array(z.strictObject({ id: z.int32() })).nullish(),
  });

  test("takes no member of how results are shaped for an input", () => {
    expect(list(resultControls, { limit: 5 })).toEqual({
      limit: "There is no such member. Known members: filters, sort, top, offset, fields.",
    });
  });

  test("lists every problem with its path, and each unknown member separately", () => {
    const value = { name: 1, list: [{ id: "x", odd: 1, "a.b": 2 }], extra: null };
    expect(Object.keys(list(schema, value)).toSorted()).toEqual([
      "extra",
      "list[0].a.b",
      "list[0].id",
      "list[0].odd",
      "name",
    ]);
  });

  test("a problem of the whole value has the field body", () => {
    expect(list(schema, [])).toEqual({ body: "Must be an object, not a list." });
  });

  test("an unknown member comes with the closest known one, else with a list of them", () => {
    expect(list(schema, { name: "x", lsit: [], list: [{ id: 1, ID: 2 }], other: 1 })).toEqual({
      lsit: 'There is no such member. Did you mean "list"?',
      other: "There is no such member. Known members: name, list.",
      "list[0].ID": 'There is no such member. Did you mean "id"?',
    });
  });

  test("input next to fields instead of inside it is explained once", () => {
    const { body } = operations.executeTool;
    expect(list(body, { title: "x", text: "y", top: 1 })).toEqual({
      fields: 'Is missing. Put the input under "fields": {"fields": {"title": …, "text": …}}.',
      title: 'Belongs under "fields".',
      text: 'Belongs under "fields".',
    });
    expect(list(body, { fields: {}, title: "x" }).title).toMatch(
      /^There is no such member\. Known members: fields,/,
    );
    expect(list(body, { feilds: {} })).toEqual({ feilds: 'There is no such member. Did you mean "fields"?' });
    expect(list(body, { arguments: { title: "x" } })).toEqual({
      arguments: 'There is no such member. Did you mean "fields"?',
    });
  });

  test("a query value in the body is told its place, and is no input", () => {
    const { body } = operations.executeTool;
    const value = { connectionId: 7, title: "x" };
    const { error } = body.safeParse(value, { error: describeIssue });
    expect(error && listProblems(error, body, value, { queryNames: ["connectionId"] })).toEqual([
      { field: "connectionId", issue: "Belongs in the address: ?connectionId=…" },
      { field: "fields", issue: 'Is missing. Put the input under "fields": {"fields": {"title": …}}.' },
      { field: "title", issue: 'Belongs under "fields".' },
    ]);
  });

  test("what only the changed record has is no input", () => {
    const { body, output } = operations.updateConnection;
    const { error } = body.safeParse({ isDefault: true });
    expect(error && listProblems(error, body, { isDefault: true }, { record: output })).toEqual([
      {
        field: "isDefault",
        issue: "There is no such member. Known members: name, environment, fields, confirmOrigins.",
      },
    ]);
  });
});

describe("describeIssue", () => {
  const { body } = operations.executeTool;
  const filter = { fieldName: "a", operator: "eq", value: "b" };
  const anything = z.object({
    on: z.boolean(),
    texts: z.array(z.string().max(3)).max(2),
    at: z.iso.datetime({ offset: true }),
    mail: z.email(),
    link: z.url(),
    either: z.union([z.string(), z.number()]),
    whole: z.int32().min(0),
    even: z.number().multipleOf(2).lt(10),
    named: z.string().min(1),
    kind: z.enum(["person", "service"]),
    form: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
  });
  const good = {
    on: true,
    texts: [],
    at: "2026-01-01T00:00:00Z",
    mail: "a@example.com",
    link: "https://example.com",
    either: 1,
    whole: 0,
    even: 2,
    named: "x",
    kind: "person",
    form: { a: "" },
  };

  test.each<[z.ZodType, object, Record<string, unknown>]>([
    [
      body,
      { sort: [{ fieldName: "a", orderDirection: "desc" }] },
      { "sort[0].orderDirection": "Must be 1 (ascending) or -1 (descending)." },
    ],
    [
      body,
      { filters: [{ ...filter, operator: "contain" }] },
      {
        "filters[0].operator": expect.stringMatching(
          /^Must be "eq", "ne", .* or "isNotNull"\. Did you mean "contains"\?$/,
        ),
      },
    ],
    [
      body,
      { filters: [{ fieldName: "a", operator: "eq" }] },
      { "filters[0].value": "Is missing. Send a string." },
    ],
    [body, { top: 1.5 }, { top: "Must be a whole number, not one with a fraction." }],
    [body, { top: "5" }, { top: "Must be a number, not a string." }],
    [body, { top: JSON.parse("1e999") }, { top: "Must be a number, not one that large." }],
    [body, { top: 3e9 }, { top: "Must be at most 2147483647." }],
    [body, { contextValue: 5 }, { contextValue: "Must be a string, not a number." }],
    [body, { fields: [1] }, { fields: "Must be an object, not a list." }],
    [anything, { ...good, on: "yes" }, { on: "Must be true or false, not a string." }],
    [anything, { ...good, on: null }, { on: "Must be true or false, not null." }],
    [anything, { ...good, texts: ["long!"] }, { "texts[0]": "Must have at most 3 characters." }],
    [anything, { ...good, texts: ["a", "b", "c"] }, { texts: "Must have at most 2 entries." }],
    [anything, { ...good, at: "yesterday" }, { at: expect.stringContaining("2026-03-01T09:30:00Z") }],
    [anything, { ...good, mail: "ada" }, { mail: expect.stringContaining("ada@example.com") }],
    [anything, { ...good, link: "example" }, { link: expect.stringContaining("https://example.com") }],
    [anything, { ...good, either: true }, { either: "Must be a string or a number." }],
    [anything, { ...good, whole: -1 }, { whole: "Must be at least 0." }],
    [anything, { ...good, even: 3 }, { even: "Must be a multiple of 2." }],
    [anything, { ...good, even: 10 }, { even: "Must be less than 10." }],
    [anything, { ...good, named: "" }, { named: "Must not be empty." }],
    [
      anything,
      { ...good, kind: "persom" },
      { kind: 'Must be "person" or "service". Did you mean "person"?' },
    ],
    [anything, { ...good, form: {} }, { form: expect.stringContaining("none of the forms") }],
  ])("case %#", (schema, value, expected) => {
    expect(list(schema, value)).toEqual(expected);
  });

  test("no input to any operation leads to a message of the library", () => {
    const odd = [null, "", "x", -1, 1.5, 1e12, true, [], [null], {}, { a: 1 }, "x".repeat(100_000)];
    for (const { body: schema } of Object.values(operations) as { body?: z.ZodType }[]) {
      const names = schema && "shape" in schema ? Object.keys(schema.shape as object) : [];
      for (const value of odd) {
        const sent = Object.fromEntries(names.map((name) => [name, value]));
        for (const sentence of Object.values(
          schema ? { ...list(schema, sent), ...list(schema, value) } : {},
        )) {
          expect(sentence).not.toMatch(/invalid|expected|too (big|small)/i);
          expect(sentence).toMatch(/^[A-Z].*[.?]$/);
        }
      }
    }
  });
});
