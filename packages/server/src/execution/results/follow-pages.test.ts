import type { ToolPaging } from "@bowline/catalog";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FaultServer, openFaultServer, type Received } from "../../../testing/fault-server.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import { openHttpRuntime } from "../../runtimes/http/http-runtime.ts";
import type { Outcome } from "../../runtimes/outcome.ts";
import { openResponseThreads } from "../../runtimes/response-threads.ts";
import type { PageBounds } from "./collected-pages.ts";
import { followPages } from "./follow-pages.ts";

let server: FaultServer;
let elsewhere: FaultServer;
let egress: Egress;

beforeAll(async () => {
  server = await openFaultServer();
  elsewhere = await openFaultServer();
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
});

afterAll(async () => {
  await egress.close();
  await server.close();
  await elsewhere.close();
});

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ id: from + index }));

interface Page {
  body: unknown;
  headers?: Record<string, string>;
  delayMs?: number;
  status?: number;
}

interface Run {
  outcome: Outcome;
  /** The addresses requested, without the origin. */
  asked: string[];
}

const key = "top-secret-key";
const binding = {
  kind: "http" as const,
  method: "GET",
  serverUrl: null,
  path: "/things",
  parameters: ["page", "skip", "cursor", "size"].map((name) => ({
    in: "query" as const,
    name,
    input: name,
    style: "form" as const,
    explode: true,
    allowReserved: false,
  })),
  body: null,
  accept: "*/*",
  authentications: ["key"],
};

/** Follows pages that the server builds from each request's query. */
async function follow(
  paging: ToolPaging,
  buildPage: (query: URLSearchParams, received: Received) => Page,
  options: {
    enough?: number;
    input?: Record<string, unknown>;
    defaults?: Record<string, number>;
    resultsPath?: string;
  } & Partial<PageBounds> = {},
): Promise<Run> {
  server.received.length = 0;
  server.on("/things", (received, response) => {
    const page = buildPage(new URLSearchParams(received.target.split("?")[1]), received);
    const headers = { "content-type": "application/json", ...page.headers };
    const send = () => response.writeHead(page.status ?? 200, headers).end(JSON.stringify(page.body));
    setTimeout(send, page.delayMs ?? 0).unref();
  });
  const target = {
    serverUrl: server.url,
    variables: { key },
    placements: [
      { in: "query" as const, name: "key", value: "{key}" },
      { in: "header" as const, name: "X-Key", value: "{key}" },
    ],
    secretValues: [key],
  };
  const input = options.input ?? {};
  const {
    enough = Number.POSITIVE_INFINITY,
    maxPages = 20,
    timeoutMs = 20_000,
    maxBytes = 100_000,
  } = options;
  let count = 0;
  const outcome = await followPages(
    {
      paging,
      resultsPath: options.resultsPath ?? "",
      first: openHttpRuntime({ egress, threads: openResponseThreads() })
        .compile({ ...binding, ...(options.defaults && { defaults: options.defaults }) })
        .prepare(target, input),
      send: (call, budget) => call.send({ ...budget, mayRepeat: false }),
      async isEnough(results) {
        count += results.length;
        return count >= enough;
      },
    },
    { maxPages, timeoutMs, maxBytes },
  );
  return { outcome, asked: server.received.map(({ target }) => target.replace(/[?&]key=[^&]*/, "")) };
}

const ids = (outcome: Outcome): unknown[] => (outcome.output as { id: number }[]).map(({ id }) => id);
const allIds = (to: number) => numbers(0, to).map(({ id }) => id);
const byNumber: ToolPaging = { kind: "pageNumber", parameter: "page" };
const byOffset: ToolPaging = { kind: "offset", parameter: "skip" };
const byCursor: ToolPaging = { kind: "cursor", parameter: "cursor", cursorPath: "/next" };
const byLink: ToolPaging = { kind: "linkHeader" };

/** 25 results in pages of 10, by page number from 1. */
const numbered = (query: URLSearchParams): Page => {
  const from = (Number(query.get("page") ?? 1) - 1) * 10;
  return { body: numbers(from, Math.max(from, Math.min(from + 10, 25))) };
};

describe("pages by number", () => {
  test("are read up to the first page without results", async () => {
    const { outcome, asked } = await follow(byNumber, numbered);
    expect(ids(outcome)).toEqual(allIds(25));
    expect(outcome).not.toHaveProperty("resultsCut");
    expect(asked).toEqual(["/things", "/things?page=2", "/things?page=3", "/things?page=4"]);
  });

  test("are read until there are enough results", async () => {
    const { outcome, asked } = await follow(byNumber, numbered, { enough: 11 });
    expect(ids(outcome)).toEqual(allIds(20));
    expect(asked).toHaveLength(2);
  });

  test("begin at the input's page, else at firstPage", async () => {
    const later = await follow(byNumber, numbered, { input: { page: 3 } });
    expect(ids(later.outcome)).toEqual([20, 21, 22, 23, 24]);
    const fromZero = await follow({ ...byNumber, firstPage: 0 }, numbered, { enough: 11 });
    expect(fromZero.asked[1]).toBe("/things?page=1");
  });

  test("begin and end by the tool's own defaults", async () => {
    const sized: ToolPaging = { ...byNumber, sizeParameter: "size", maxSize: 10 };
    const { outcome, asked } = await follow(sized, numbered, { defaults: { page: 2, size: 10 } });
    expect(ids(outcome)).toEqual(allIds(25).slice(10));
    expect(asked).toEqual(["/things?page=2&size=10", "/things?page=3&size=10"]);
  });

  test("end at a page shorter than requested, when the largest page is known", async () => {
    const sized: ToolPaging = { ...byNumber, sizeParameter: "size", maxSize: 10 };
    const { outcome, asked } = await follow(sized, numbered, { input: { size: 10 } });
    expect(ids(outcome)).toEqual(allIds(25));
    expect(asked).toHaveLength(3);
  });

  test("end when a page is repeated", async () => {
    const { outcome, asked } = await follow(byNumber, () => ({ body: numbers(0, 5) }));
    expect(ids(outcome)).toEqual(allIds(5));
    expect(asked).toHaveLength(2);
  });
});

test("pages by offset continue after the results received", async () => {
  const { outcome, asked } = await follow(
    { ...byOffset, hasMorePath: "/more" },
    (query) => {
      const from = Number(query.get("skip") ?? 0);
      return { body: { list: numbers(from, Math.min(from + 7, 16)), more: from + 7 < 16 } };
    },
    { resultsPath: "/list" },
  );
  expect(outcome.output).toEqual({ list: numbers(0, 16), more: false });
  expect(asked).toEqual(["/things", "/things?skip=7", "/things?skip=14"]);
});

describe("an application that ignores the offset", () => {
  /** The first page is all that it returns, beside something that differs every time. */
  const ignoring = (count: number) => {
    let request = 0;
    return (): Page => ({ body: { list: numbers(0, count), request: ++request } });
  };
  const sized: ToolPaging = { ...byOffset, sizeParameter: "size", maxSize: 5 };
  const followSized = (count: number) =>
    follow(sized, ignoring(count), { resultsPath: "/list", input: { size: 5 } });

  test("is asked once more, and its results are there once", async () => {
    const { outcome, asked } = await follow(byOffset, ignoring(5), { resultsPath: "/list" });
    expect(outcome).toMatchObject({ isSuccess: true, output: { list: numbers(0, 5) } });
    expect(outcome).not.toHaveProperty("resultsCut");
    expect(asked).toEqual(["/things", "/things?skip=5"]);
  });

  test("cuts the list when the page is as large as its pages may be", async () => {
    expect((await followSized(5)).outcome).toMatchObject({
      resultsCut: "repeated",
      output: { list: numbers(0, 5) },
    });
    expect((await followSized(4)).outcome).not.toHaveProperty("resultsCut");
  });
});

describe("pages by cursor", () => {
  const chain = (cursors: unknown[]) => (query: URLSearchParams) => {
    const at =
      query.get("cursor") === null ? 0 : cursors.map(String).indexOf(String(query.get("cursor"))) + 1;
    return { body: { list: numbers(at, at + 1), next: cursors[at] } };
  };

  test.each([undefined, null, "", {}, 0, "0", false])("end without a valid cursor: %j", async (end) => {
    const { outcome } = await follow(byCursor, chain(["a&b=c", 7, end]), { resultsPath: "/list" });
    expect(outcome.output).toMatchObject({ list: numbers(0, 3) });
  });

  test("continue after an empty page", async () => {
    const { outcome } = await follow(
      byCursor,
      (query) => {
        const at = Number(query.get("cursor") ?? 0);
        return { body: { list: at === 1 ? [] : numbers(at, at + 1), next: at < 2 ? at + 1 : null } };
      },
      { resultsPath: "/list" },
    );
    expect(outcome.output).toMatchObject({ list: [{ id: 0 }, { id: 2 }] });
  });

  test("end when a cursor is repeated", async () => {
    const { outcome, asked } = await follow(byCursor, chain(["a", "b", "a"]), { resultsPath: "/list" });
    expect(outcome.output).toMatchObject({ list: numbers(0, 3) });
    expect(asked).toHaveLength(3);
  });

  test("go on from the last record, and end at a page without `has_more` or at a short one", async () => {
    const after = (query: URLSearchParams) => Number(query.get("cursor") ?? -1) + 1;
    const marked = await follow(
      { kind: "cursor", parameter: "cursor", cursorPath: "/list/-/id", hasMorePath: "/more" },
      (query) => ({ body: { list: numbers(after(query), after(query) + 5), more: after(query) < 10 } }),
      { resultsPath: "/list" },
    );
    const { list } = marked.outcome.output as { list: { id: number }[] };
    expect(list.map(({ id }) => id)).toEqual(allIds(15));
    expect(marked.asked).toEqual(["/things", "/things?cursor=4", "/things?cursor=9"]);
    const sized: ToolPaging = {
      kind: "cursor",
      parameter: "cursor",
      cursorPath: "/-/id",
      sizeParameter: "size",
      maxSize: 10,
    };
    const bare = await follow(
      sized,
      (query) => ({ body: numbers(after(query), Math.min(after(query) + 10, 25)) }),
      {
        input: { size: 10 },
      },
    );
    expect(ids(bare.outcome)).toEqual(allIds(25));
    expect(bare.asked).toHaveLength(3);
  });
});

describe("pages by Link header", () => {
  const linked = (next: (at: number) => string) => (query: URLSearchParams) => {
    const at = Number(query.get("at") ?? 0);
    return { body: numbers(at, at + 1), headers: at < 2 ? { link: next(at + 1) } : {} };
  };

  test.each([
    ["relative", (at: number) => `<?at=${at}>; rel="next"`],
    ["absolute", (at: number) => `<${server.url}/things?at=${at}>; rel=next`],
    [
      "among others",
      (at: number) => `</things?at=0>; rel="first", </things?at=${at}>; title="a, b"; rel="x NEXT"`,
    ],
  ])("follow an address that is %s", async (_, next) => {
    const { outcome, asked } = await follow(byLink, linked(next));
    expect(ids(outcome)).toEqual([0, 1, 2]);
    expect(asked).toEqual(["/things", "/things?at=1", "/things?at=2"]);
  });

  test("send the credentials with each request, including those in the query", async () => {
    await follow(
      byLink,
      linked((at) => `</things?key=forged&at=${at}#top>; rel="next"`),
    );
    expect(
      server.received.map(({ target }) => new URLSearchParams(target.split("?")[1]).getAll("key")),
    ).toEqual([[key], [key], [key]]);
    expect(server.received.map(({ headers }) => headers["x-key"])).toEqual([key, key, key]);
  });

  test.each([
    ["another origin", () => `<${elsewhere.url}/things>; rel="next"`],
    ["another scheme", () => `<file:///etc/passwd>; rel="next"`],
    ["no address", () => `<http://[>; rel="next"`],
  ])("cut the list at %s, which is never requested", async (_, next) => {
    elsewhere.received.length = 0;
    const { outcome } = await follow(byLink, linked(next));
    expect(outcome).toMatchObject({ isSuccess: true, resultsCut: "link", output: [{ id: 0 }] });
    expect(elsewhere.received).toEqual([]);
  });

  test("stay at this origin when the address contains a user name", async () => {
    const { outcome } = await follow(
      byLink,
      linked((at) => `<${server.url.replace("//", "//u:p@")}/things?at=${at}>; rel="next"`),
    );
    expect(ids(outcome)).toEqual([0, 1, 2]);
    expect(server.received[1]?.headers.authorization).toBeUndefined();
  });
});

test("pages by a link in the response are followed", async () => {
  const paging: ToolPaging = { kind: "bodyLink", linkPath: "/@next" };
  const { outcome } = await follow(
    paging,
    (query) => {
      const at = Number(query.get("at") ?? 0);
      return { body: { list: numbers(at, at + 1), "@next": at < 2 ? `/things?at=${at + 1}` : null } };
    },
    { resultsPath: "/list" },
  );
  expect(outcome.output).toEqual({ list: numbers(0, 3), "@next": null });
});

describe("a list that comes back to a page", () => {
  const cursors =
    (next: Record<string, string>, empty = "") =>
    (query: URLSearchParams): Page => {
      const at = query.get("cursor") ?? "";
      return { body: { list: at === empty && at !== "" ? [] : [{ id: at }], next: next[at] } };
    };
  const listed = { resultsPath: "/list" };

  test("is cut there, since it may lack results", async () => {
    const { outcome, asked } = await follow(byCursor, cursors({ "": "a", a: "b", b: "a" }), listed);
    expect(outcome).toMatchObject({
      resultsCut: "repeated",
      output: { list: [{ id: "" }, { id: "a" }, { id: "b" }] },
    });
    expect(asked).toHaveLength(3);
    const same = await follow(byCursor, () => ({ body: { list: [{ id: 1 }], next: "a" } }), listed);
    expect(same.outcome).toMatchObject({ resultsCut: "repeated", output: { list: [{ id: 1 }] } });
  });

  test("is complete when that page is empty", async () => {
    const { outcome } = await follow(byCursor, cursors({ "": "a", a: "b", b: "b" }, "b"), listed);
    expect(outcome).toMatchObject({ output: { list: [{ id: "" }, { id: "a" }] } });
    expect(outcome).not.toHaveProperty("resultsCut");
  });
});

describe("a limit", () => {
  const endless = (query: URLSearchParams): Page => {
    const at = Number(query.get("cursor") ?? 0);
    return { body: { list: numbers(at, at + 1), next: at + 1 } };
  };
  const listed = { resultsPath: "/list" };

  test("on pages ends an endless list", async () => {
    const { outcome, asked } = await follow(byCursor, endless, { ...listed, maxPages: 5 });
    expect(outcome).toMatchObject({ isSuccess: true, resultsCut: "pages", output: { list: numbers(0, 5) } });
    expect(asked).toHaveLength(5);
  });

  test("that is reached by the last page needed cuts nothing", async () => {
    const { outcome } = await follow(byCursor, endless, { ...listed, maxPages: 5, enough: 5 });
    expect(outcome).not.toHaveProperty("resultsCut");
  });

  test("on time applies to all pages together", async () => {
    let asked = 0;
    const stuckFromTheFourth = (query: URLSearchParams) => ({
      ...endless(query),
      delayMs: ++asked > 3 ? 600_000 : 0,
    });
    const { outcome } = await follow(byCursor, stuckFromTheFourth, { ...listed, timeoutMs: 2000 });
    expect(outcome).toMatchObject({ isSuccess: true, resultsCut: "time" });
    expect((outcome.output as { list: unknown[] }).list).toHaveLength(3);
  });

  test("on bytes applies to all pages together", async () => {
    const huge = (query: URLSearchParams): Page => {
      const { list, next } = endless(query).body as { list: object[]; next: number };
      return { body: { list: list.map((one) => ({ ...one, filling: "x".repeat(4000) })), next } };
    };
    const { outcome } = await follow(byCursor, huge, { ...listed, maxBytes: 10_000 });
    expect(outcome).toMatchObject({ isSuccess: true, resultsCut: "bytes" });
    expect((outcome.output as { list: unknown[] }).list).toHaveLength(2);
    expect(outcome.executionInfo.dataSize).toBeLessThan(10_000);
  });

  test("on bytes exceeded by the first page is a failure", async () => {
    const { outcome } = await follow(byCursor, () => ({ body: { list: ["x".repeat(4000)] } }), {
      ...listed,
      maxBytes: 1000,
    });
    expect(outcome).toMatchObject({ isSuccess: false, kind: "outputTooLarge" });
  });
});

describe("a further page", () => {
  const then = (second: Page) => (query: URLSearchParams) =>
    query.get("cursor") === null ? { body: { list: [1], next: "b" } } : second;
  const listed = { resultsPath: "/list" };

  test("that fails makes the whole call fail", async () => {
    const { outcome } = await follow(byCursor, then({ status: 403, body: { message: "No more." } }), listed);
    expect(outcome).toMatchObject({
      isSuccess: false,
      kind: "downstreamRefused",
      message: "The application returned 403: No more.",
      executionInfo: { statusCode: 403 },
    });
  });

  test("without a list ends the list; with another value in its place it fails", async () => {
    const without = await follow(byCursor, then({ body: {} }), listed);
    expect(without.outcome).toMatchObject({ isSuccess: true, output: { list: [1] } });
    const broken = await follow(byCursor, then({ body: { list: "none" } }), listed);
    expect(broken.outcome).toMatchObject({ isSuccess: false, kind: "invalidOutput" });
  });

  test("is summed up: the status of the last page, the size of all pages", async () => {
    const { outcome } = await follow(byCursor, then({ status: 206, body: { list: [2] } }), listed);
    const sizes = [{ list: [1], next: "b" }, { list: [2] }].map((body) => JSON.stringify(body).length);
    expect(outcome.executionInfo).toMatchObject({
      statusCode: 206,
      dataSize: (sizes[0] ?? 0) + (sizes[1] ?? 0),
    });
    expect(outcome.output).toEqual({ list: [1, 2] });
  });
});
