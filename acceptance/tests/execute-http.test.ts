import { expect, test } from "vitest";
import { execute } from "../support/applications.ts";
import { succeed } from "../support/caller.ts";
import type { ArrivedRequest } from "../support/downstream.ts";
import { proves } from "../support/proves.ts";
import type { Tool } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();

/** Executes the tool and returns the request that arrived downstream. */
async function sendAndRead(operation: string, fields: Record<string, unknown>): Promise<ArrivedRequest> {
  bench.downstream.forget();
  const outcome = await execute(bench.caller, bench.tool(operation), { fields });
  expect(outcome, JSON.stringify(outcome)).toMatchObject({ isSuccess: true });
  const [arrived] = bench.downstream.requests;
  if (!arrived) {
    throw new Error("Nothing arrived.");
  }
  return arrived;
}

/** The tool's inputs with their descriptions. */
async function readInputs(operation: string): Promise<[string, string][]> {
  const tool = await succeed<Tool>(bench.caller.get(`/v1/tools/${bench.tool(operation)}`));
  return Object.entries(tool.inputSchema.properties ?? {}).map(([name, schema]) => [
    name,
    schema.description ?? "",
  ]);
}

/** The name of the only input, or of the input whose description contains this text. */
async function findInput(operation: string, description = ""): Promise<string> {
  const found = (await readInputs(operation)).filter(([, text]) => text.includes(description));
  expect(found.length, `inputs of ${operation} described by "${description}"`).toBe(1);
  return found[0]?.[0] ?? "";
}

const needed = { plain: ["a"], label: ["a"], matrix: ["a"] };

test("path parameters arrive in their styles", proves("execute.http.path"), async () => {
  const { path } = await sendAndRead("send_styles", {
    plain: ["a", "b"],
    label: ["c", "d"],
    matrix: ["e", "f"],
  });
  expect(decodeURIComponent(path)).toBe("/styles/a,b/.c,d/;matrix=e,f");
});

test("query parameters arrive in their styles", proves("execute.http.query"), async () => {
  const { query } = await sendAndRead("send_styles", {
    ...needed,
    exploded: ["a", "b"],
    joined: ["c", "d"],
    spaced: ["e", "f"],
    piped: ["g", "h"],
    deep: { one: "i", two: "j" },
  });
  const pairs = query.split("&").map((pair) => decodeURIComponent(pair));
  expect(pairs.toSorted()).toEqual([
    "deep[one]=i",
    "deep[two]=j",
    "exploded=a",
    "exploded=b",
    "joined=c,d",
    "piped=g|h",
    "spaced=e f",
  ]);
});

test(
  "header and cookie parameters arrive",
  proves("execute.http.header", "execute.http.cookie"),
  async () => {
    const [trace] = (await readInputs("send_styles")).find(([name]) => /trace/i.test(name)) ?? ["X-Trace"];
    const { headers } = await sendAndRead("send_styles", { ...needed, [trace]: "t-1", flavor: "oat" });
    expect(headers["x-trace"]).toBe("t-1");
    expect(headers.cookie).toContain("flavor=oat");
  },
);

test("no value can change another part of the address", proves("execute.http.encoding"), async () => {
  const hostile = "a/b?y=1&z#f/ü%2F;g=h";
  const arrived = await sendAndRead("send_styles", {
    plain: [hostile],
    label: ["a"],
    matrix: ["a"],
    exploded: [hostile],
  });
  const [, styles, plain, ...rest] = arrived.path.split("/");
  expect(styles).toBe("styles");
  expect(decodeURIComponent(plain ?? "")).toBe(hostile);
  expect(rest).toHaveLength(2);
  expect(new URLSearchParams(arrived.query).getAll("exploded")).toEqual([hostile]);
});

test("a value of dots stays one path segment", proves("execute.http.encoding"), async () => {
  bench.downstream.forget();
  await bench.caller.post(`/v1/tools/${bench.tool("send_styles")}/execute`, {
    fields: { plain: [".."], label: ["a"], matrix: ["a"] },
  });
  for (const { base, path } of bench.downstream.requests) {
    expect(base + path).toMatch(/^\/eu\/main\/styles\//);
  }
});

test("a JSON body arrives as JSON", proves("execute.http.json"), async () => {
  const fields = {
    title: "Grüße",
    amount: 1.5,
    due: "2026-01-01T00:00:00Z",
    lines: [{ sku: "a", count: 1 }],
  };
  const { headers, body, method } = await sendAndRead("create_item", fields);
  expect(method).toBe("POST");
  expect(headers["content-type"]).toMatch(/^application\/json/);
  expect(JSON.parse(body.toString())).toEqual(fields);
});

test("a path parameter and a JSON body arrive together", proves("execute.http.json"), async () => {
  const { method, path, body } = await sendAndRead("update_item", { itemId: 12, title: "new" });
  expect([method, path]).toEqual(["PUT", "/items/12"]);
  expect(JSON.parse(body.toString())).toEqual({ title: "new" });
});

test("a form body arrives form-encoded", proves("execute.http.form"), async () => {
  const { headers, body } = await sendAndRead("send_form", { first: "a b&c", second: 2, many: ["x", "y"] });
  expect(headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
  const form = new URLSearchParams(body.toString());
  expect([form.get("first"), form.get("second"), form.getAll("many")]).toEqual(["a b&c", "2", ["x", "y"]]);
});

test("a multipart body arrives with its fields and files", proves("execute.http.multipart"), async () => {
  const bytes = Buffer.from([0, 1, 2, 250, 255]);
  const { headers, body } = await sendAndRead("send_multipart", {
    caption: "A picture",
    file: bytes.toString("base64"),
  });
  const contentType = headers["content-type"] ?? "";
  expect(contentType).toMatch(/^multipart\/form-data; *boundary=/);
  const form = await new Response(new Uint8Array(body), {
    headers: { "content-type": contentType },
  }).formData();
  expect(form.get("caption")).toBe("A picture");
  const file = form.get("file");
  if (!(file instanceof File)) {
    throw new Error("The part is no file.");
  }
  expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
});

test("a text body arrives unchanged", proves("execute.http.text"), async () => {
  const { headers, body } = await sendAndRead("send_text", {
    [await findInput("send_text")]: 'plain "text" ü',
  });
  expect(headers["content-type"]).toMatch(/^text\/plain/);
  expect(body.toString()).toBe('plain "text" ü');
});

test("a binary body arrives decoded", proves("execute.http.binary"), async () => {
  const bytes = Buffer.from([0, 10, 200, 255]);
  const input = await findInput("send_binary");
  const { headers, body } = await sendAndRead("send_binary", { [input]: bytes.toString("base64") });
  expect(headers["content-type"]).toBe("application/octet-stream");
  expect(body).toEqual(bytes);
});

test("an array body arrives as an array", proves("execute.http.json-array"), async () => {
  const { body } = await sendAndRead("send_array", { [await findInput("send_array")]: [3, 1, 2] });
  expect(JSON.parse(body.toString())).toEqual([3, 1, 2]);
});

test(
  "a parameter and a body property with the same name both arrive",
  proves("execute.http.name-clash"),
  async () => {
    const pathName = await findInput("send_clash", "of the path");
    const bodyName = await findInput("send_clash", "of the body");
    const { path, body } = await sendAndRead("send_clash", { [pathName]: "p", [bodyName]: "b" });
    expect(path).toBe("/clash/p");
    expect(JSON.parse(body.toString())).toEqual({ name: "b" });
  },
);
