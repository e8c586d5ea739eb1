import type { JsonSchema } from "@bowline/catalog";
import { describe, expect, test } from "vitest";
import { ApiError, type Problem } from "../../api-error.ts";
import { createCheckThreads } from "./check-threads.ts";
import { prepareInputValidator } from "./validate-input.ts";

const threads = createCheckThreads();

async function listProblems(
  schema: object,
  input: Record<string, unknown>,
  subItems: string[] = [],
): Promise<Problem[]> {
  try {
    await prepareInputValidator({ schema: schema as JsonSchema, text: JSON.stringify(schema) }, threads)(
      input,
      new Set(subItems),
    );
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    expect(error.code).toBe("VALIDATION_ERROR");
    return [...(error.details ?? [])];
  }
}

test("takes decimal fractions for what they are", async () => {
  const money = { type: "object", properties: { amount: { type: "number", multipleOf: 0.01 } } };
  for (const amount of [0.07, 1.1, 4.35, 8.2, 1234567.89]) {
    expect(await listProblems(money, { amount })).toEqual([]);
  }
  expect(await listProblems(money, { amount: 0.075 })).toHaveLength(1);
});

const fieldsOf = (problems: Problem[]): string[] => problems.map(({ field }) => field).toSorted();

const schema = {
  type: "object",
  required: ["title", "lines"],
  additionalProperties: false,
  properties: {
    title: { type: "string", minLength: 1 },
    "odd/name~x": { type: "integer" },
    lines: {
      type: "array",
      items: {
        type: "object",
        required: ["sku"],
        properties: { sku: { type: "string" }, "2": { type: "string" } },
      },
    },
    color: { enum: ["red", "green"] },
  },
};

test("a valid input passes", async () => {
  expect(await listProblems(schema, { title: "x", lines: [{ sku: "a" }], color: "red" })).toEqual([]);
});

test("all problems are reported, each with the path of its member", async () => {
  const problems = await listProblems(schema, {
    title: "",
    "odd/name~x": "1",
    lines: [{}, { sku: 5 }],
    extra: 1,
  });
  expect(fieldsOf(problems)).toEqual(
    [
      "fields.extra",
      "fields.lines[0].sku",
      "fields.lines[1].sku",
      "fields.odd/name~x",
      "fields.title",
    ].toSorted(),
  );
});

test("a missing member is named at the path where it belongs", async () => {
  expect(await listProblems(schema, {})).toEqual([
    { field: "fields.title", issue: "Is required." },
    { field: "fields.lines", issue: "Is required." },
  ]);
});

test("an enumeration lists its values", async () => {
  const [problem] = await listProblems(schema, { title: "x", lines: [], color: "blue" });
  expect(problem?.field).toBe("fields.color");
  expect(problem?.issue).toContain('["red","green"]');
});

test("a long enumeration lists the values nearest to the wrong one, else examples", async () => {
  const values = Array.from({ length: 300 }, (_, n) => `shop_${n}`).concat("Europe/Berlin");
  const properties = { kind: { enum: values }, list: { type: "array", items: { $ref: "#/$defs/kind" } } };
  const whole = { type: "object", properties, $defs: { kind: { enum: values } } };
  expect(await listProblems(whole, { kind: "berlin", list: ["shop_7", "zebra", 5] })).toEqual([
    { field: "fields.kind", issue: 'Must be one of 301 values. Nearest to it: "Europe/Berlin".' },
    {
      field: "fields.list[1]",
      issue: expect.stringMatching(/^Must be one of 301 values, such as "shop_0", /),
    },
    {
      field: "fields.list[2]",
      issue: expect.stringMatching(/^Must be one of 301 values, such as "shop_0", /),
    },
  ]);
});

test("an input that does not exist comes with the nearest one that does", async () => {
  const line = { type: "object", properties: { quantity: {} }, additionalProperties: false };
  const properties = { channel: {}, line: { $ref: "#/$defs/line" } };
  const closed = { type: "object", properties, additionalProperties: false, $defs: { line } };
  expect(await listProblems(closed, { channel_id: 1, zebra: 1, line: { quantiy: 1 } })).toEqual([
    { field: "fields.channel_id", issue: 'There is no such input. Did you mean "channel"?' },
    { field: "fields.zebra", issue: "There is no such input." },
    { field: "fields.line.quantiy", issue: 'There is no such input. Did you mean "quantity"?' },
  ]);
});

test("a problem in a sub-item has a path in subItems", async () => {
  expect(fieldsOf(await listProblems(schema, { title: "x", lines: [{}] }, ["lines"]))).toEqual([
    "subItems.lines[0].sku",
  ]);
});

test("members of the prototype are not part of the input", async () => {
  const problems = await listProblems(
    schema,
    JSON.parse('{"title":"x","lines":[],"__proto__":1,"constructor":2}'),
  );
  expect(fieldsOf(problems)).toEqual(["fields.__proto__", "fields.constructor"]);
});

test("two schemas may have the same $id", async () => {
  const named = { $id: "https://example.com/same", type: "object", properties: { a: { type: "string" } } };
  expect(await listProblems(named, { a: 1 })).toHaveLength(1);
  expect(await listProblems({ ...named, properties: { a: { type: "integer" } } }, { a: 1 })).toEqual([]);
});

describe("no schema and no input can block the process", () => {
  const many = Array.from({ length: 12_000 }, (_, n) => ({ n, text: "x" }));
  const loop = { anyOf: [{ $ref: "#/$defs/loop" }, { $ref: "#/$defs/loop" }] };
  const deep = { type: "array", items: { anyOf: [{ $ref: "#/$defs/deep" }, { $ref: "#/$defs/deep" }] } };
  const nested = (levels: number): unknown => (levels === 0 ? "x" : [nested(levels - 1)]);

  test.each<[claim: string, schema: object, value: unknown, problems: number]>([
    ["uniqueItems over many objects", { type: "array", uniqueItems: true }, many, 0],
    ["a pattern that would backtrack", { type: "string", pattern: "^(a+)+$" }, `${"a".repeat(200_000)}!`, 1],
    ["a text in a URL's place", { type: "string", format: "url" }, `http://${":".repeat(500_000)}`, 1],
    ["a text in an address's place", { type: "string", format: "email" }, `a@${"a".repeat(500_000)}.`, 1],
    ["choices that double at each level", { $ref: "#/$defs/deep", $defs: { deep } }, nested(60), 1],
    [
      "long enumerations and a long wrong value",
      { type: "array", items: { enum: Array.from({ length: 100_000 }, (_, n) => `value number ${n}`) } },
      Array.from({ length: 100 }, (_, n) => (n === 0 ? "value ".repeat(160_000) : `value number ${n}x`)),
      100,
    ],
    ["a problem at every item", { type: "array", items: { type: "integer" } }, Array(300_000).fill("x"), 100],
  ])(
    "%s",
    async (_, schema, value, problems) => {
      const { $defs = {}, ...own } = schema as { $defs?: object };
      const whole = { type: "object", properties: { value: own }, $defs };
      const begin = process.threadCpuUsage();
      expect(await listProblems(whole, { value })).toHaveLength(problems);
      const { user, system } = process.threadCpuUsage(begin);
      // Old code computed here for seconds to minutes.
      expect((user + system) / 1000).toBeLessThan(1000);
    },
    60_000,
  );

  test("hundreds of costly patterns are compiled in a thread", async () => {
    const pattern = (n: number) => ({ pattern: `^([a-z]{1,900})([a-z]{1,900})${n}$` });
    const own = { properties: { value: { allOf: Array.from({ length: 300 }, (_, n) => pattern(n)) } } };
    const begin = process.threadCpuUsage();
    expect((await listProblems(own, { value: "a" })).length).toBeGreaterThan(0);
    const { user, system } = process.threadCpuUsage(begin);
    expect((user + system) / 1000).toBeLessThan(1000);
  }, 60_000);

  test("however little of them an input has, costly patterns are compiled in a thread", async () => {
    const name = (n: number) => `^[\\p{L}\\w]{0,900}${n}$`;
    const own = {
      type: "object",
      patternProperties: Object.fromEntries(Array.from({ length: 300 }, (_, n) => [name(n), {}])),
    };
    const begin = process.threadCpuUsage();
    // It may take too long there, too.
    await listProblems(own, {}).catch(() => undefined);
    const { user, system } = process.threadCpuUsage(begin);
    expect((user + system) / 1000).toBeLessThan(1000);
  }, 60_000);

  test("a large schema that cannot be compiled accepts everything", async () => {
    const broken = { type: "nonsense", description: "x".repeat(50_000) };
    expect(await listProblems(broken, { a: 1 })).toEqual([]);
  });

  test("a check that takes too long returns a problem that says so", async () => {
    const few = createCheckThreads({ timeoutMs: 200 });
    const own = { type: "object", properties: { value: { $ref: "#/$defs/deep" } }, $defs: { deep } };
    const check = prepareInputValidator({ schema: own, text: JSON.stringify(own) }, few);
    const slow = check({ value: nested(60) }, new Set());
    await expect(slow).rejects.toMatchObject({
      details: [{ field: "fields", issue: expect.stringContaining("within 200 ms") }],
    });
    // A new thread takes the place of the one that was ended.
    expect(await check({ value: [] }, new Set())).toEqual([]);
  });

  test("a schema that refers to itself for the same value is not checked, and the process goes on", async () => {
    const own = { properties: { value: { $ref: "#/$defs/loop" } }, $defs: { loop } };
    expect(await listProblems(own, { value: 1 })).toEqual([]);
    expect(await listProblems(schema, { title: "x", lines: [] })).toEqual([]);
  });
});

test("a pattern that cannot run in linear time is not checked", async () => {
  const withPattern = (pattern: string) => ({ properties: { a: { type: "string", pattern } } });
  expect(await listProblems(withPattern("^(?!x)"), { a: "x" })).toEqual([]);
  expect(await listProblems(withPattern("^[^x]"), { a: "x" })).toHaveLength(1);
});

test("items are unique by value: the order of members does not matter, the type does", async () => {
  const unique = { properties: { a: { type: "array", uniqueItems: true } } };
  expect(
    await listProblems(unique, {
      a: [
        { x: 1, y: [2] },
        { y: [2], x: 1 },
      ],
    }),
  ).toHaveLength(1);
  expect(
    await listProblems(unique, { a: [1, "1", true, "true", null, "null", [1], "[1,]", {}, []] }),
  ).toEqual([]);
  expect(await listProblems(unique, { a: [0, -0] })).toHaveLength(1);
});

test("a wrong constant or type is told with what is right", async () => {
  const properties = {
    kind: { const: "cat" },
    size: { type: ["integer", "null"] },
    count: { type: "integer" },
  };
  const wrong = { kind: "dog", size: "5", count: 1.5 };
  expect(await listProblems({ type: "object", properties }, wrong)).toEqual([
    { field: "fields.kind", issue: 'Must be "cat".' },
    { field: "fields.size", issue: "Must be a whole number or null, not a string." },
    { field: "fields.count", issue: "Must be a whole number, not one with a fraction." },
  ]);
});

test("a wrong number of members, items or characters is told with the right one", async () => {
  const properties = {
    one: { type: "object", minProperties: 1, maxProperties: 1 },
    list: { type: "array", minItems: 2 },
    text: { type: "string", maxLength: 3 },
  };
  expect(
    await listProblems({ type: "object", properties }, { one: { a: 1, b: 2 }, list: [], text: "long" }),
  ).toEqual([
    { field: "fields.one", issue: "Must have at most 1 member." },
    { field: "fields.list", issue: "Must have at least 2 items." },
    { field: "fields.text", issue: "Must have at most 3 characters." },
  ]);
});

test("a multiple is one as decimals are written", async () => {
  const schema = {
    properties: { a: { type: "number", multipleOf: 0.01 }, b: { type: "number", multipleOf: 3 } },
  };
  for (const a of [0, 0.07, 19.99, 1.1, -4.35, 12345678.99, 999999999.99, 1e22]) {
    expect(await listProblems(schema, { a }), String(a)).toEqual([]);
  }
  for (const a of [0.005, 1.005, 19.999, 12345678.995]) {
    expect(await listProblems(schema, { a }), String(a)).toEqual([
      { field: "fields.a", issue: "Must be a multiple of 0.01." },
    ]);
  }
  expect(await listProblems(schema, { b: 9 })).toEqual([]);
  expect(await listProblems(schema, { b: 10 })).toHaveLength(1);
});

test("a member may have a name that every object has", async () => {
  const text = { type: "string" };
  const nested = { type: "object", properties: { toString: text }, required: ["valueOf"] };
  const schema = { properties: { constructor: text, nested }, additionalProperties: false };
  expect(await listProblems(schema, {})).toEqual([]);
  expect(await listProblems(schema, { constructor: 1, nested: {} })).toEqual([
    { field: "fields.constructor", issue: "Must be a string, not a number." },
    { field: "fields.nested.valueOf", issue: "Is required." },
  ]);
});

test("a problem that several alternatives have is told once", async () => {
  const one = { required: ["kind"] };
  expect(await listProblems({ properties: { a: { anyOf: [one, one, one] } } }, { a: {} })).toEqual([
    { field: "fields.a.kind", issue: "Is required." },
    { field: "fields.a", issue: "Must match a schema in anyOf." },
  ]);
});

test("a large schema or input is checked like a small one", async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 3000 }, (_, n) => [`p${n}`, { type: "integer" }]),
  );
  const large = { type: "object", properties, additionalProperties: false };
  expect(await listProblems(large, { p1: 1 })).toEqual([]);
  expect(await listProblems(large, { p1: "x", q: 1 }, ["q"])).toEqual([
    { field: "subItems.q", issue: "There is no such input." },
    { field: "fields.p1", issue: "Must be a whole number, not a string." },
  ]);
});
