import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { errorCodes } from "@bowline/contract";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  ApiError,
  AuthenticationError,
  Bowline,
  BowlineError,
  type BowlineOptions,
  ConnectionError,
  NotFoundError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from "./index.ts";

type Behave = (request: IncomingMessage, response: ServerResponse) => void;

const apiKey = "bwl_canary0123456789";
let server: ReturnType<typeof createServer>;
let baseUrl: string;
/** What the next requests get, in order; the last one stays. */
let script: Behave[];
let received: { method: string; key: unknown; idempotencyKey: unknown; url: string }[];

beforeEach(async () => {
  received = [];
  server = createServer((request, response) => {
    const { method = "", headers, url = "" } = request;
    received.push({ method, url, key: headers["x-api-key"], idempotencyKey: headers["idempotency-key"] });
    const [behave] = script.length > 1 ? script.splice(0, 1) : script;
    behave?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const open = (options: BowlineOptions = {}) => new Bowline({ apiKey, baseUrl, ...options });

const send =
  (status: number, body: unknown, headers: Record<string, string> = {}): Behave =>
  (_request, response) => {
    response.writeHead(status, {
      "content-type": "application/json",
      "x-request-id": "request-1",
      ...headers,
    });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };

const refuse = (errorCode: keyof typeof errorCodes, headers: Record<string, string> = {}): Behave =>
  send(
    errorCodes[errorCode].status,
    { errorCode, message: "Said why.", requestId: "request-1", timestamp: "", path: "/v1/x" },
    headers,
  );

const succeed = send(200, { slug: "a", isSuccess: true, output: 1 });
const breakOff: Behave = (request) => request.socket.destroy();

/** Resolves with the error of a call that fails. */
async function fail(call: PromiseLike<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error("The call did not fail.");
}

describe("errors", () => {
  test.each(Object.keys(errorCodes) as (keyof typeof errorCodes)[])(
    "%s has a class of its own",
    async (code) => {
      script = [refuse(code)];
      const error = await fail(open({ maxRetries: 0 }).tools.get("a"));
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({
        errorCode: code,
        status: errorCodes[code].status,
        requestId: "request-1",
      });
      expect((error as Error).constructor).not.toBe(ApiError);
      expect((error as Error).name).toBe((error as Error).constructor.name);
    },
  );

  test("of different codes have different classes", async () => {
    const names = new Set<string>();
    for (const code of Object.keys(errorCodes) as (keyof typeof errorCodes)[]) {
      script = [refuse(code)];
      names.add(((await fail(open({ maxRetries: 0 }).tools.get("a"))) as Error).name);
    }
    expect(names.size).toBe(Object.keys(errorCodes).length);
  });

  test("show no key, nor does the client", async () => {
    const bowline = open({ maxRetries: 0 });
    script = [breakOff];
    const broken = await fail(bowline.tools.get("a"));
    expect(broken).toBeInstanceOf(ConnectionError);
    expect((broken as Error).message).toMatch(
      /^GET \/v1\/tools\/a got no response \(\w+\)\. Is the server running, and is the base URL right\?$/,
    );
    script = [refuse("UNAUTHORIZED")];
    const refused = await fail(bowline.tools.get("a"));
    for (const shown of [broken, refused, bowline, bowline.tools, bowline.toolset("x")]) {
      expect(inspect(shown, { depth: 20, showHidden: true })).not.toContain(apiKey);
      expect(JSON.stringify(shown) ?? "").not.toContain(apiKey);
    }
  });

  test("say so when the address is no Bowline server", async () => {
    script = [send(200, "<html>")];
    expect(await fail(open({ maxRetries: 0 }).tools.get("a"))).toMatchObject({ errorCode: "UNKNOWN" });
    script = [send(502, "<html>")];
    const unreached = await fail(open({ maxRetries: 0 }).tools.get("a"));
    expect(unreached).toBeInstanceOf(ServerError);
    expect(unreached).toMatchObject({
      message: "The response has status 502 and did not come from Bowline. A proxy may not reach the server.",
    });
    script = [send(429, "<html>", { "retry-after": "60" })];
    expect(await fail(open().tools.get("a"))).toMatchObject({ name: "RateLimitError", retryAfter: 60 });
  });

  test("say so when a response has other JSON than the operation", async () => {
    const { tools } = open();
    const strange = { errorCode: "UNKNOWN", message: expect.stringContaining("did not come from Bowline") };
    for (const body of [null, [], "x", 5, {}, { items: null }]) {
      script = [send(200, body)];
      expect(await fail(tools.list())).toMatchObject(strange);
      expect(await fail(tools.list().toArray())).toMatchObject(strange);
      expect(await fail(tools.run("a"))).toMatchObject(strange);
    }
    for (const body of [null, [], 5]) {
      script = [send(200, body)];
      expect(await fail(tools.get("a"))).toMatchObject(strange);
    }
  });

  test("end a response without end", async () => {
    let isCanceled = false;
    const chunk = new Uint8Array(2 ** 28 + 1);
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(chunk),
      cancel: () => {
        isCanceled = true;
      },
    });
    const bowline = open({ fetch: async () => new Response(endless) });
    expect(await fail(bowline.tools.get("a"))).toMatchObject({
      message: "The response is too large. Check the base URL.",
    });
    expect(isCanceled).toBe(true);
  });

  test("take nothing from another server's response that has another type", async () => {
    script = [send(400, { errorCode: 5, message: ["a must be a text"], requestId: {}, details: "none" })];
    expect(await fail(open().tools.get("a"))).toMatchObject({
      name: "ApiError",
      errorCode: "UNKNOWN",
      message: "The response has status 400 and did not come from Bowline. Check the base URL.",
      requestId: "request-1",
      details: [],
    });
  });

  test("do not come of an environment that may not be read, as Deno's", () => {
    const { env } = process;
    process.env = new Proxy(env, {
      get: () => {
        throw new Error("NotCapable");
      },
    });
    try {
      expect(open().baseUrl).toBe(baseUrl);
    } finally {
      process.env = env;
    }
  });

  test("say what is wrong with the options", () => {
    expect(() => open({ apiKey: "" })).toThrow(BowlineError);
    expect(() => open({ apiKey: "bwl_a\nb" })).toThrow(/line break/);
    expect(() => open({ baseUrl: "localhost:4400" })).toThrow(/http address/);
    for (const baseUrl of ["http://user:pass@localhost", "http://:pass@localhost", "http://localhost?x=1"]) {
      expect(() => open({ baseUrl })).toThrow(/http address/);
    }
  });
});

test.each(["", undefined, null])(
  "a toolset whose id is %j is refused, and is not the whole catalog",
  (id) => {
    expect(() => open().toolset(id as string)).toThrow("The toolset's id is missing.");
  },
);

describe("a call", () => {
  test("reads a response whose body is no stream, as React Native's", async () => {
    const response = Object.defineProperty(Response.json({ slug: "a" }), "body", { value: undefined });
    expect(await open({ fetch: async () => response }).tools.get("a")).toEqual({ slug: "a" });
  });

  test("is sent once, when it is awaited first", async () => {
    script = [succeed];
    const call = open().tools.get("a");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(received).toHaveLength(0);
    await Promise.all([call, call, call.withResponse()]);
    expect(received).toHaveLength(1);
    expect((await call.withResponse()).requestId).toBe("request-1");
  });

  test("does not follow a redirect, which would take the key along", async () => {
    script = [send(307, "", { location: `${baseUrl}/elsewhere?x=1` })];
    const error = await fail(open({ maxRetries: 0 }).tools.get("a"));
    expect(error).toBeInstanceOf(ConnectionError);
    expect((error as Error).message).toContain(`was redirected to ${baseUrl}/elsewhere?x=1. Check`);
    expect(received.map(({ url }) => url)).toEqual(["/v1/tools/a"]);
  });

  test("with a body that is not JSON is not sent, and says why", async () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    for (const [fields, reason] of [
      [{ id: 1n }, /is not JSON: TypeError: .*BigInt/],
      [circle, /is not JSON: TypeError: .*circular/],
    ] as const) {
      const error = await fail(open().tools.execute("a", { fields }));
      expect(error).toBeInstanceOf(BowlineError);
      expect(error).not.toBeInstanceOf(ConnectionError);
      expect((error as Error).message).toMatch(reason);
    }
    expect(received).toHaveLength(0);
  });

  test("with a token or key that no header takes is not sent, and does not repeat it", async () => {
    for (const call of [
      open().tools.execute("a", {}, { idempotencyKey: "\u0437\u0430\u043a\u0430\u0437" }),
      open({ token: () => "canary\nx" }).tools.get("a"),
      open().toolsets.update("a", {}, { ifMatch: "\u20ac" }),
    ]) {
      expect(await fail(call)).toMatchObject({
        name: "BowlineError",
        message: "A token or key has a character that no header takes.",
      });
    }
    expect(received).toHaveLength(0);
  });

  test("encodes what stands in its path", async () => {
    script = [succeed];
    await open().tools.get("../auth/whoami?x=1#y");
    expect(received[0]?.url).toBe("/v1/tools/..%2Fauth%2Fwhoami%3Fx%3D1%23y");
  });

  test("adds its query to one that is in the path", async () => {
    script = [succeed];
    await open().request("GET", "/v1/tools?top=1", { query: { offset: 2 } });
    expect(received[0]?.url).toBe("/v1/tools?top=1&offset=2");
  });

  test("with half of a surrogate pair in its path is sent as in a query", async () => {
    script = [refuse("NOT_FOUND")];
    expect(await fail(open().tools.get("a\ud800"))).toBeInstanceOf(NotFoundError);
    expect(received[0]?.url).toBe("/v1/tools/a%EF%BF%BD");
  });

  test.each([Number.POSITIVE_INFINITY, 3e9, 2e4 + 0.5])("waits for %s ms", async (timeoutMs) => {
    script = [
      (request, response) => {
        setTimeout(() => succeed(request, response), 50);
      },
    ];
    expect(await open({ timeoutMs, maxRetries: 0 }).tools.get("a")).toMatchObject({ slug: "a" });
  });

  test.each([-1, Number.NaN])("with a time limit of %s is not sent, and says why", async (timeoutMs) => {
    script = [succeed];
    expect(await fail(open().tools.get("a", {}, { timeoutMs }))).toMatchObject({
      name: "BowlineError",
      message: `timeoutMs is ${timeoutMs}. It must be 0 or more.`,
    });
    expect(received).toEqual([]);
  });

  test.each(["", ".", ".."])(
    "whose slug is %j is not sent, as its path is that of another call",
    async (slug) => {
      script = [succeed];
      const { applications, connections } = open();
      expect(await fail(applications.get(slug))).toBeInstanceOf(BowlineError);
      expect(await fail(applications.get(slug).withResponse())).toMatchObject({
        message: `An id in /v1/applications/${slug} is empty or dots.`,
      });
      expect(await fail(applications.delete(slug))).toBeInstanceOf(BowlineError);
      expect(await fail(connections.listObjects(slug as unknown as number).toArray())).toBeInstanceOf(
        BowlineError,
      );
      expect(received).toEqual([]);
      await open().request("GET", "/v1/tools?search=a/../b");
      expect(received).toHaveLength(1);
    },
  );

  test("sends a token instead of a key", async () => {
    script = [
      (request, response) => {
        expect(request.headers.authorization).toBe("Bearer fresh");
        succeed(request, response);
      },
    ];
    await open({ token: async () => "fresh" }).tools.get("a");
    expect(received[0]?.key).toBeUndefined();
  });
});

describe("a token that was refused", () => {
  const refuseToken =
    (token: string): Behave =>
    (request, response) =>
      (request.headers.authorization === `Bearer ${token}` ? refuse("UNAUTHORIZED") : succeed)(
        request,
        response,
      );

  test("is replaced once, also for a call that is not repeated otherwise", async () => {
    script = [refuseToken("old")];
    const asked: unknown[] = [];
    const token = ({ refused }: { refused?: string | undefined }) => {
      asked.push(refused);
      return refused === undefined ? "old" : "new";
    };
    await open({ token, maxRetries: 0 }).toolsets.create({ name: "n" });
    expect(asked).toEqual([undefined, "old"]);
    expect(received).toHaveLength(2);
  });

  test("is an error when there is no other, or that is refused too", async () => {
    script = [refuse("UNAUTHORIZED")];
    expect(await fail(open({ token: () => "same" }).tools.get("a"))).toBeInstanceOf(AuthenticationError);
    expect(received).toHaveLength(1);
    let count = 0;
    const error = await fail(open({ token: () => `token-${count++}` }).tools.get("a"));
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(received).toHaveLength(3);
    expect(await fail(open().tools.get("a"))).toBeInstanceOf(AuthenticationError);
    expect(received).toHaveLength(4);
  });

  test("an abort ends the wait for a token", async () => {
    script = [succeed];
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("Enough")), 50);
    const bowline = open({ token: () => new Promise<string>(() => undefined) });
    expect(await fail(bowline.tools.get("a", {}, { signal: controller.signal }))).toMatchObject({
      message: "Enough",
    });
    expect(await fail(open().tools.get("a", {}, { signal: controller.signal }))).toMatchObject({
      message: "Enough",
    });
    expect(received).toHaveLength(0);
  });
});

describe("a repeated call", () => {
  test("leaves a long wait that a failing server asks for to the caller", async () => {
    script = [refuse("INTERNAL_ERROR", { "retry-after": "30" }), succeed];
    expect(await fail(open().tools.get("a"))).toMatchObject({ status: 500, retryAfter: 30 });
    expect(received).toHaveLength(1);
  });

  test("waits as long as a failing server asks for", async () => {
    script = [refuse("INTERNAL_ERROR", { "retry-after": "1" }), succeed];
    const start = performance.now();
    await open().tools.get("a");
    expect(performance.now() - start).toBeGreaterThan(990);
  });

  test("waits as long as Retry-After says, up to 30 seconds", async () => {
    script = [refuse("RATE_LIMIT_EXCEEDED", { "retry-after": "1" }), succeed];
    const start = performance.now();
    await open().tools.get("a");
    expect(performance.now() - start).toBeGreaterThan(990);
    script = [refuse("RATE_LIMIT_EXCEEDED", { "retry-after": "3600" }), succeed];
    const error = await fail(open().tools.get("a"));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfter: 3600 });
    expect(received).toHaveLength(3);
  });

  test.each([
    ["a date that has passed", "Wed, 21 Oct 2015 07:28:00 GMT", 0],
    ["a date far ahead", new Date(Date.now() + 3_600_000).toUTCString(), 3600],
    ["no time", "soon", null],
    ["an empty text", "", null],
  ])("reads %s in Retry-After", async (_name, text, seconds) => {
    script = [refuse("RATE_LIMIT_EXCEEDED", { "retry-after": text })];
    const { retryAfter } = (await fail(open({ maxRetries: 0 }).tools.get("a"))) as RateLimitError;
    expect(seconds === 3600 ? Math.ceil((retryAfter ?? 0) / 60) * 60 : retryAfter).toBe(seconds);
  });

  test("follows a failure of the server where that is safe", async () => {
    script = [refuse("INTERNAL_ERROR"), breakOff, succeed];
    await open().tools.get("a");
    expect(received).toHaveLength(3);
    script = [refuse("INTERNAL_ERROR")];
    expect(await fail(open().toolsets.create({ name: "n" }))).toBeInstanceOf(ServerError);
    expect(received).toHaveLength(4);
  });

  test("of an execution has the idempotency key of the first", async () => {
    script = [breakOff, refuse("IDEMPOTENCY_CONFLICT"), succeed];
    await open().tools.execute("a");
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(received[0]?.idempotencyKey).toMatch(/^\d+(-\d+){3}$/);
    await open().tools.execute("a");
    expect(received[3]?.idempotencyKey).not.toBe(received[0]?.idempotencyKey);
    script = [refuse("IDEMPOTENCY_CONFLICT"), succeed];
    await fail(open().tools.execute("a", {}, { idempotencyKey: "mine" }));
    expect(received.at(-1)?.idempotencyKey).toBe("mine");
    expect(received).toHaveLength(5);
    script = [succeed];
    await open().tools.execute("a", {}, { idempotencyKey: "auto" });
    expect(received.at(-1)?.idempotencyKey).toBe("auto");
  });

  test("of an execution that goes on at the server fails as the first one did", async () => {
    script = [() => undefined, refuse("IDEMPOTENCY_CONFLICT")];
    const error = await fail(open({ timeoutMs: 500, maxRetries: 1 }).tools.execute("a"));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(received).toHaveLength(2);
  });

  test("of a deletion succeeds when the first one did it", async () => {
    script = [breakOff, refuse("NOT_FOUND")];
    await open().toolsets.delete("a");
    expect(received).toHaveLength(2);
    script = [refuse("NOT_FOUND")];
    expect(await fail(open().toolsets.delete("a"))).toBeInstanceOf(NotFoundError);
    script = [refuse("RATE_LIMIT_EXCEEDED", { "retry-after": "0" }), refuse("NOT_FOUND")];
    expect(await fail(open().toolsets.delete("a"))).toBeInstanceOf(NotFoundError);
    expect(received).toHaveLength(5);
  });

  test("is not sent after an abort", async () => {
    const controller = new AbortController();
    const askToWait = refuse("RATE_LIMIT_EXCEEDED", { "retry-after": "20" });
    script = [
      (request, response) => {
        response.on("finish", () => setTimeout(() => controller.abort(new Error("Enough")), 100));
        askToWait(request, response);
      },
    ];
    expect(await fail(open().tools.get("a", {}, { signal: controller.signal }))).toMatchObject({
      message: "Enough",
    });
    const late = new AbortController();
    script = [() => late.abort(new Error("Too late"))];
    expect(await fail(open().tools.get("a", {}, { signal: late.signal }))).toMatchObject({
      message: "Too late",
    });
    expect(received).toHaveLength(2);
  });

  test("follows a response that does not come in time", async () => {
    script = [() => undefined, succeed];
    // Long enough for a request to arrive, and a response to come back, on a busy machine.
    await open({ timeoutMs: 1000 }).tools.get("a");
    script = [() => undefined];
    expect(await fail(open({ timeoutMs: 500, maxRetries: 1 }).tools.get("a"))).toBeInstanceOf(TimeoutError);
    expect(received).toHaveLength(4);
  });
});

test("a list goes on to the last page and reads no page too many", async () => {
  const all = ["a", "b", "c", "d", "e"];
  script = [
    (request, response) => {
      const query = new URL(request.url ?? "", baseUrl).searchParams;
      const offset = Number(query.get("offset") ?? 0);
      const items = all.slice(offset, offset + 2);
      send(200, { items, totalCount: 5, offset, top: 2 })(request, response);
    },
  ];
  const bowline = open();
  expect(await bowline.tools.list({ top: 2 }).toArray()).toEqual(all);
  expect(received.map(({ url }) => url)).toEqual([
    "/v1/tools?top=2",
    "/v1/tools?top=2&offset=2",
    "/v1/tools?top=2&offset=4",
  ]);
  expect(await bowline.tools.list({ top: 2, offset: 3 }).toArray()).toEqual(["d", "e"]);
  expect(await bowline.tools.list({ top: 2 }).toArray({ limit: 2 })).toEqual(["a", "b"]);
  expect(received).toHaveLength(5);
  expect((await bowline.tools.list({ top: 2 })).totalCount).toBe(5);
});
