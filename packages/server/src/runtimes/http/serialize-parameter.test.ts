import type { HttpBinding, ParameterBinding } from "@bowline/catalog";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FaultServer, openFaultServer } from "../../../testing/fault-server.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import { openResponseThreads } from "../response-threads.ts";
import type { Access } from "../runtime.ts";
import { buildHttpRequest } from "./build-request.ts";
import { compileHttpBinding } from "./compile-binding.ts";
import { runHttp } from "./run-http.ts";

let server: FaultServer;
let egress: Egress;
let target: Access;

beforeAll(async () => {
  server = await openFaultServer();
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
  target = { serverUrl: server.url, variables: {}, placements: [], secretValues: [] };
});

afterAll(async () => {
  await egress.close();
  await server.close();
});

function bindingOf(path: string, parameters: Partial<ParameterBinding>[]): HttpBinding {
  return {
    kind: "http",
    method: "GET",
    serverUrl: null,
    path,
    parameters: parameters.map((one) => ({
      in: "query",
      name: "color",
      input: "color",
      style: "form",
      explode: true,
      allowReserved: false,
      ...one,
    })),
    body: null,
    accept: "application/json",
    authentications: ["key"],
  };
}

/** What the server received. */
async function send(path: string, parameter: Partial<ParameterBinding>, value: unknown) {
  const tool = compileHttpBinding(bindingOf(path, [parameter]));
  const built = buildHttpRequest(tool, target, { color: value });
  await runHttp({ egress, threads: openResponseThreads() }, built, {
    timeoutMs: 60_000,
    maxBytes: 10_000,
    mayRepeat: false,
  });
  const wire = server.received.at(-1);
  return { target: wire?.target ?? "", headers: wire?.headers ?? {} };
}

const text = "blue";
const array = ["blue", "black", "brown"];
const object = { R: 100, G: 200, B: 150 };

describe("the table of OpenAPI 3.1 §4.8.12.4 is written to the request: path", () => {
  test.each([
    ["matrix", false, text, ";color=blue"],
    ["matrix", false, array, ";color=blue,black,brown"],
    ["matrix", false, object, ";color=R,100,G,200,B,150"],
    ["matrix", true, "", ";color"],
    ["matrix", true, text, ";color=blue"],
    ["matrix", true, array, ";color=blue;color=black;color=brown"],
    ["matrix", true, object, ";R=100;G=200;B=150"],
    ["label", false, text, ".blue"],
    ["label", false, array, ".blue,black,brown"],
    ["label", false, object, ".R,100,G,200,B,150"],
    ["label", true, text, ".blue"],
    ["label", true, array, ".blue.black.brown"],
    ["label", true, object, ".R=100.G=200.B=150"],
    ["simple", false, text, "blue"],
    ["simple", false, array, "blue,black,brown"],
    ["simple", false, object, "R,100,G,200,B,150"],
    ["simple", true, text, "blue"],
    ["simple", true, array, "blue,black,brown"],
    ["simple", true, object, "R=100,G=200,B=150"],
  ] as const)("%s, explode %s, %j becomes %s", async (style, explode, value, expected) => {
    const arrived = await send("/a/{color}/z", { in: "path", style, explode }, value);
    expect(arrived.target).toBe(`/a/${expected}/z`);
  });
});

describe("an empty value in the path is expanded as RFC 6570 says", () => {
  test.each([
    ["matrix", false, "", ";color"],
    ["matrix", false, [""], ";color"],
    ["matrix", true, ["blue", ""], ";color=blue;color"],
    ["matrix", true, { R: "", G: 200 }, ";R;G=200"],
    ["label", false, "", "."],
    ["label", true, ["", "blue"], "..blue"],
    ["simple", false, ["", "blue"], ",blue"],
    ["simple", true, { R: "", G: 200 }, "R=,G=200"],
  ] as const)("%s, explode %s, %j becomes %s", async (style, explode, value, expected) => {
    const arrived = await send("/a{color}/z", { in: "path", style, explode }, value);
    expect(arrived.target).toBe(`/a${expected}/z`);
  });

  test.each(
    ["simple", "label", "matrix"].flatMap((style) =>
      [true, false].flatMap((explode) =>
        [[], {}, [null], { R: null }].map((value) => [style, explode, value] as const),
      ),
    ),
  )("%s, explode %s, %j is no value, and refused", async (style, explode, value) => {
    const parameter = { in: "path", style, explode } as Partial<ParameterBinding>;
    await expect(send("/a{color}/z", parameter, value)).rejects.toMatchObject({ field: "fields.color" });
  });
});

describe("the table of OpenAPI 3.1 §4.8.12.4 is written to the request: query", () => {
  test.each([
    ["form", false, "", "color="],
    ["form", false, text, "color=blue"],
    ["form", false, array, "color=blue,black,brown"],
    ["form", false, object, "color=R,100,G,200,B,150"],
    ["form", true, "", "color="],
    ["form", true, text, "color=blue"],
    ["form", true, array, "color=blue&color=black&color=brown"],
    ["form", true, object, "R=100&G=200&B=150"],
    ["spaceDelimited", false, array, "color=blue%20black%20brown"],
    ["spaceDelimited", false, object, "color=R%20100%20G%20200%20B%20150"],
    ["spaceDelimited", true, array, "color=blue&color=black&color=brown"],
    ["pipeDelimited", false, array, "color=blue%7Cblack%7Cbrown"],
    ["pipeDelimited", false, object, "color=R%7C100%7CG%7C200%7CB%7C150"],
    ["deepObject", true, object, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
  ] as const)("%s, explode %s, %j becomes %s", async (style, explode, value, expected) => {
    expect((await send("/q", { style, explode }, value)).target).toBe(`/q?${expected}`);
  });

  test.each([
    [true, "color=true"],
    [0, "color=0"],
    [1.5, "color=1.5"],
    ["a b&c=d#e", "color=a%20b%26c%3Dd%23e"],
    ["é/?", "color=%C3%A9%2F%3F"],
    ["!'()*", "color=%21%27%28%29%2A"],
  ])("the scalar %j becomes %s", async (value, expected) => {
    expect((await send("/q", {}, value)).target).toBe(`/q?${expected}`);
  });

  test("half a surrogate pair is refused", async () => {
    await expect(async () => send("/q", {}, "\ud800")).rejects.toThrow("half a surrogate pair");
  });

  test.each([[undefined], [null], [[]], [{}], [[null]]])("%j is left out", async (value) => {
    expect((await send("/q", {}, value)).target).toBe("/q");
    expect((await send("/q", { style: "deepObject" }, value)).target).toBe("/q");
    expect((await send("/q", { style: "pipeDelimited", explode: false }, value)).target).toBe("/q");
  });

  test("allowReserved keeps reserved characters and triplets, but not those that end a parameter", async () => {
    const value = "a/b:c?d@e,f;g=h!$'()*%2Fi#j&k+l[m]";
    const arrived = await send("/q", { allowReserved: true }, value);
    expect(arrived.target).toBe("/q?color=a/b:c?d@e,f%3Bg=h!$'()*%2Fi%23j%26k%2Bl%5Bm%5D");
  });

  test("deepObject nests, with [] for scalars and indexes for objects", async () => {
    const value = { a: { b: [1, 2] }, list: [{ x: 1 }], none: null };
    const arrived = await send("/q", { style: "deepObject" }, value);
    expect(decodeURIComponent(arrived.target)).toBe("/q?color[a][b][]=1&color[a][b][]=2&color[list][0][x]=1");
  });

  test("a content parameter is JSON", async () => {
    const arrived = await send("/q", { contentType: "application/json" }, { a: ["x"] });
    expect(decodeURIComponent(arrived.target)).toBe('/q?color={"a":["x"]}');
  });

  test("a value nested deeper than a style can write is JSON", async () => {
    const arrived = await send("/q", {}, [{ a: 1 }, "x"]);
    expect(decodeURIComponent(arrived.target)).toBe('/q?color={"a":1}&color=x');
  });

  test("the path's own query comes first", async () => {
    expect((await send("/q?action=list", {}, "x")).target).toBe("/q?action=list&color=x");
  });
});

describe("the table of OpenAPI 3.1 §4.8.12.4 is written to the request: header and cookie", () => {
  test.each([
    [false, text, "blue"],
    [false, array, "blue,black,brown"],
    [false, object, "R,100,G,200,B,150"],
    [true, array, "blue,black,brown"],
    [true, object, "R=100,G=200,B=150"],
    [false, "a b/c%é", "a b/c%é"],
  ])("simple header, explode %s, %j becomes %s", async (explode, value, expected) => {
    const arrived = await send("/h", { in: "header", name: "X-Color", style: "simple", explode }, value);
    expect(arrived.headers["x-color"]).toBe(expected);
  });

  test.each([
    [true, text, "color=blue"],
    [false, array, "color=blue,black,brown"],
    [true, array, "color=blue; color=black; color=brown"],
    [false, object, "color=R,100,G,200,B,150"],
    [true, object, "R=100; G=200; B=150"],
    [true, "a; b=c", "color=a%3B%20b%3Dc"],
  ])("form cookie, explode %s, %j becomes %s", async (explode, value, expected) => {
    const arrived = await send("/c", { in: "cookie", style: "form", explode }, value);
    expect(arrived.headers.cookie).toBe(expected);
  });
});

describe("a path value cannot change the path", () => {
  test.each([
    ["a/b", "/x/a%2Fb/y"],
    ["a?b#c", "/x/a%3Fb%23c/y"],
    ["a\\b", "/x/a%5Cb/y"],
    ["%2e%2e", "/x/%252e%252e/y"],
    ["...", "/x/.../y"],
    [".git", "/x/.git/y"],
    ["v1..v2", "/x/v1..v2/y"],
    ["a\r\nHost: evil", "/x/a%0D%0AHost%3A%20evil/y"],
    [0, "/x/0/y"],
  ])("%j is written as %s", async (value, expected) => {
    const arrived = await send("/x/{color}/y", { in: "path", style: "simple" }, value);
    expect(arrived.target).toBe(expected);
  });

  test.each([".", "..", "../admin", "a/../b", "a\\..\\b", "", undefined, null, []])(
    "%j is refused",
    async (value) => {
      const before = server.received.length;
      await expect(send("/x/{color}/y", { in: "path", style: "simple" }, value)).rejects.toMatchObject({
        name: "RequestBuildError",
        field: "fields.color",
      });
      expect(server.received).toHaveLength(before);
    },
  );

  test.each([
    ["/x/{color}.{format}", "a/"],
    ["/x/{color}{format}", "a/."],
  ])("two values in one segment, %s, cannot create a dot segment together", (path, color) => {
    const place = { in: "path", style: "simple", explode: false } as const;
    const names = ["color", "format"].map((name) => ({ ...place, name, input: name }));
    const tool = compileHttpBinding(bindingOf(path, names));
    expect(buildHttpRequest(tool, target, { color, format: "json" }).url).toContain("json");
    expect(() => buildHttpRequest(tool, target, { color, format: "./admin" })).toThrow(
      expect.objectContaining({ field: "fields.format" }),
    );
  });

  test("a label cannot create a dot segment either", async () => {
    await expect(send("/x/{color}/y", { in: "path", style: "label" }, ".")).rejects.toMatchObject({
      field: "fields.color",
    });
  });
});
