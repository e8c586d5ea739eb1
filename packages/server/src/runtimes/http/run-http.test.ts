import { gzipSync } from "node:zlib";
import type { HttpBinding } from "@bowline/catalog";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type Behavior,
  type FaultServer,
  hang,
  openFaultServer,
  redirect,
  reset,
  respondWith,
  respondWithJson,
  rubbish,
} from "../../../testing/fault-server.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import type { Outcome } from "../outcome.ts";
import { openResponseThreads } from "../response-threads.ts";
import type { SendOptions } from "../runtime.ts";
import { buildHttpRequest } from "./build-request.ts";
import { compileHttpBinding } from "./compile-binding.ts";
import { runHttp } from "./run-http.ts";

let server: FaultServer;
let egress: Egress;
let secrets: string[] = [];

beforeAll(async () => {
  server = await openFaultServer();
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
});

afterEach(() => {
  secrets = [];
});

afterAll(async () => {
  await egress.close();
  await server.close();
});

async function run(
  behave: Behavior,
  changes: Partial<SendOptions> = {},
  method = "GET",
  more: Partial<HttpBinding> = {},
  at: FaultServer = server,
): Promise<Outcome> {
  at.on("/tool", behave);
  const tool = compileHttpBinding({
    kind: "http",
    method,
    serverUrl: null,
    path: "/tool",
    parameters: [],
    body: null,
    accept: "*/*",
    authentications: ["key"],
    ...more,
  });
  const [password = ""] = secrets;
  const built = buildHttpRequest(
    tool,
    {
      serverUrl: at.url,
      variables: { password },
      placements: secrets.length === 0 ? [] : [{ in: "basic", username: "ali", password: "{password}" }],
      secretValues: secrets,
    },
    {},
  );
  return await runHttp({ egress, threads: openResponseThreads() }, built, {
    timeoutMs: 60_000,
    maxBytes: 100_000,
    mayRepeat: false,
    ...changes,
  });
}

describe("a response", () => {
  test.each<[string, string | undefined, string | Buffer, unknown, string | null]>([
    [
      "JSON",
      "application/json",
      ' {"a": [1.0, 9007199254740993]} ',
      { a: [1, "9007199254740993"] },
      ' {"a": [1.0, 9007199254740993]} ',
    ],
    ["JSON with a charset", "application/json; charset=utf-8", '"é"', "é", '"é"'],
    [
      "XML that names its charset",
      "application/xml",
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', "latin1"),
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>',
      null,
    ],
    ["JSON in UTF-16", "application/json", Buffer.from('\ufeff"é"', "utf16le"), "é", '"é"'],
    [
      "JSON in UTF-16 whose order only its byte order mark says",
      "application/json; charset=UTF-16",
      Buffer.from('\ufeff"é"', "utf16le").swap16(),
      "é",
      '"é"',
    ],
    ["text with a byte order mark of UTF-8", "text/csv; charset=iso-8859-1", "\ufeffMüller", "Müller", null],
    ["JSON in Latin-1", "application/json; charset=iso-8859-1", Buffer.from('"é"', "latin1"), "é", '"é"'],
    ["JSON with a byte order mark", "application/json", "\ufeff[1]", [1], "[1]"],
    ["problem JSON", "application/problem+json", "{}", {}, "{}"],
    ["JSON said to be text", "text/plain", "\n [1]", [1], "\n [1]"],
    ["JSON said to be nothing", undefined, "{}", {}, "{}"],
    ["text that only begins like JSON", "text/plain", "[not json", "[not json", null],
    ["text", "text/plain", "hällo", "hällo", null],
    ["text in Latin-1", "text/plain; charset=ISO-8859-1", Buffer.from("Müller", "latin1"), "Müller", null],
    ["text in Latin-1 that names no charset", "text/csv", Buffer.from("Müller", "latin1"), "Müller", null],
    [
      "text that is said to be UTF-8",
      "text/csv; charset=UTF-8",
      Buffer.from("Müller", "latin1"),
      "M\ufffdller",
      null,
    ],
    [
      "text in UTF-8 with a byte that is none",
      "text/csv",
      Buffer.concat([Buffer.from("Müller "), Buffer.from([0xff])]),
      "Müller \ufffd",
      null,
    ],
    ["XML", "application/xml", "<a/>", "<a/>", null],
    ["text said to be nothing", undefined, "hällo", "hällo", null],
    ["bytes", "image/png", Buffer.from([137, 80]), { contentType: "image/png", base64: "iVA=" }, null],
    [
      "bytes said to be nothing",
      undefined,
      Buffer.from([255, 254]),
      { contentType: "application/octet-stream", base64: "//4=" },
      null,
    ],
    ["nothing", "application/json", "", null, "null"],
    ["white space", "application/json", " \r\n", null, "null"],
    ["one JSON line", "application/x-ndjson", '{"a":1}\n', '{"a":1}\n', null],
    ["JSON lines", "application/x-jsonlines", "{}\n[]\n", "{}\n[]\n", null],
    ["a stream of JSON", "application/stream+json", "{}\n{}\n", "{}\n{}\n", null],
    ["JSON lines of a vendor", "application/vnd.acme+x-ndjson; v=1", "{}\n{}\n", "{}\n{}\n", null],
  ])("of %s is read", async (_name, contentType, body, output, outputText) => {
    const headers: Record<string, string> = contentType === undefined ? {} : { "content-type": contentType };
    const outcome = await run(respondWith(200, headers, body));
    expect(outcome).toMatchObject({ isSuccess: true, output, outputText });
  });

  test("204 is null", async () => {
    expect(await run(respondWith(204, {}, ""))).toMatchObject({ isSuccess: true, output: null });
  });

  test("has information on the call, with the decoded size and without set-cookie", async () => {
    const body = JSON.stringify({ a: "b".repeat(1000) });
    const headers = {
      "content-type": "application/json",
      "content-encoding": "gzip",
      "set-cookie": "s=1",
      "x-a": "b",
    };
    const { executionInfo } = await run(respondWith(201, headers, gzipSync(body)));
    expect(executionInfo).toMatchObject({ statusCode: 201, dataSize: body.length, headers: { "x-a": "b" } });
    expect(executionInfo.headers).not.toHaveProperty("set-cookie");
    expect(executionInfo.executionTime).toBeGreaterThan(0);
    expect(Number.isInteger(executionInfo.executionTime)).toBe(false);
  });

  test("that is nested deeper than 1,000 levels is a failure", async () => {
    const json = { "content-type": "application/json" };
    const nest = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    expect(await run(respondWith(200, json, nest(1001)))).toMatchObject({
      isSuccess: false,
      kind: "outputTooLarge",
      message: "The application's response is nested too deeply to be read.",
      output: null,
    });
    expect(await run(respondWith(200, json, nest(1000)))).toMatchObject({ isSuccess: true });
    expect(await run(respondWith(200, { "content-type": "text/plain" }, "[".repeat(2000)))).toMatchObject({
      isSuccess: true,
      output: "[".repeat(2000),
    });
    expect(await run(respondWith(401, json, nest(30_000)))).toMatchObject({ kind: "authorizationExpired" });
  });

  test("with a JSON content type and no JSON fails, and its text is kept", async () => {
    expect(await run(respondWith(200, { "content-type": "application/json" }, '{"a":'))).toMatchObject({
      isSuccess: false,
      kind: "invalidOutput",
      output: '{"a":',
      executionInfo: { statusCode: 200 },
    });
  });
});

describe("a refusal", () => {
  test.each([
    [400, "downstreamRefused"],
    [401, "authorizationExpired"],
    [403, "downstreamRefused"],
    [404, "downstreamRefused"],
    [408, "timeout"],
    [409, "downstreamRefused"],
    [429, "rateLimited"],
    [500, "downstreamRefused"],
    [502, "downstreamUnavailable"],
    [503, "downstreamUnavailable"],
    [504, "timeout"],
  ])("with %d is %s and contains the output", async (status, kind) => {
    const outcome = await run(respondWithJson(status, { message: "No such thing" }));
    expect(outcome).toMatchObject({
      isSuccess: false,
      kind,
      output: { message: "No such thing" },
      executionInfo: { statusCode: status },
    });
    expect(!outcome.isSuccess && outcome.message).toMatch(/No such thing$/);
  });

  test.each<[string, Record<string, string>, unknown, string]>([
    [
      "a challenge",
      { "www-authenticate": 'Bearer error="insufficient_scope", scope="repo"' },
      {},
      "missingScope",
    ],
    [
      "Google's words",
      {},
      { error: { message: "Request had insufficient authentication scopes." } },
      "missingScope",
    ],
    ["Slack's words", {}, { ok: false, error: "missing_scope", needed: "chat:write" }, "missingScope"],
    ["another sentence", {}, { message: "This endpoint requires the admin:org scope" }, "missingScope"],
    ["an empty budget", { "x-ratelimit-remaining": "0" }, { message: "Forbidden" }, "rateLimited"],
    ["GitHub's second limit", {}, { message: "You have exceeded a secondary rate limit." }, "rateLimited"],
    ["none of these", {}, { message: "Telescope is out of order" }, "downstreamRefused"],
  ])("with 403 and %s", async (_name, headers, body, kind) => {
    const all = { "content-type": "application/json", ...headers };
    expect(await run(respondWith(403, all, JSON.stringify(body)))).toMatchObject({ isSuccess: false, kind });
  });

  test.each<[unknown, string]>([
    [{ error: { message: "inner", code: 3 } }, "inner"],
    [{ error: "invalid_grant", error_description: "Token has been revoked" }, "Token has been revoked"],
    [{ errors: [{ message: "first" }, { message: "second" }, { message: "first" }] }, "first; second"],
    [
      { error: "Bad Request", message: ["name must be a text", "age is wrong"] },
      "name must be a text; age is wrong",
    ],
    [
      {
        detail: [
          { loc: ["body", "name"], msg: "is required" },
          { loc: ["query", 0], msg: "is wrong" },
        ],
      },
      "body.name: is required; query.0: is wrong",
    ],
    [{ errors: [{ title: "Bad", detail: "Too long" }] }, "Too long"],
    [{ errors: ["plain"] }, "plain"],
    [{ title: "Not Found", status: 404 }, "Not Found"],
    [{ fault: { faultstring: "Invalid ApiKey" } }, "Invalid ApiKey"],
    [
      { message: "Validation Failed", errors: [{ message: "name is taken" }] },
      "Validation Failed: name is taken",
    ],
    [
      { errors: { name: ["is too short", "is taken"], size: ["is no number"] } },
      "name: is too short, is taken; size: is no number",
    ],
    [{ title: "Not valid.", errors: { Name: ["Is required."] } }, "Not valid: Name: Is required."],
    [{ email: ["This field is required."] }, "email: This field is required."],
    [{ detail: [{ loc: ["body", "name"], msg: "field required" }] }, "body.name: field required"],
    [{ error: "plain words" }, "plain words"],
    [[{ message: "in a list" }], "in a list"],
    [{ message: "two\n  lines\u0007" }, "two lines"],
  ])("repeats the message of %j", async (body, words) => {
    const outcome = await run(respondWithJson(400, body));
    expect(!outcome.isSuccess && outcome.message).toBe(`The application returned 400: ${words}`);
  });

  test.each<[string, string, string]>([
    ["text/plain", "Bad thing", "The application returned 400: Bad thing"],
    ["text/plain", "x".repeat(301), "The application returned 400."],
    ["text/html", "<html><head><title> Oh\nno </title>", "The application returned 400: Oh no"],
    [
      "application/xml",
      "<Error><Code>X</Code><Message>No bucket</Message></Error>",
      "The application returned 400: No bucket",
    ],
    ["application/json", "{}", "The application returned 400."],
    ["application/json", "{broken", "The application returned 400: {broken"],
  ])("repeats the message of %s %s", async (contentType, body, message) => {
    const outcome = await run(respondWith(400, { "content-type": contentType }, body));
    expect(!outcome.isSuccess && outcome.message).toBe(message);
  });

  test("with a long row of points is read at once", async () => {
    const body = { message: `${".".repeat(32_000)}x`, errors: [{ message: "y" }] };
    const before = process.threadCpuUsage();
    await run(respondWithJson(400, body));
    const spent = process.threadCpuUsage(before);
    // It would take half a second if the time grew with the square of the length.
    expect((spent.user + spent.system) / 1000).toBeLessThan(300);
  });

  test("is never longer than 500 characters", async () => {
    const outcome = await run(respondWithJson(429, { message: "long ".repeat(10_000) }));
    expect(!outcome.isSuccess && outcome.message.length).toBeLessThanOrEqual(500);
  });

  test("says when to try again", async () => {
    const outcome = await run(respondWith(429, { "retry-after": "30" }, ""));
    expect(!outcome.isSuccess && outcome.message).toBe(
      "The application's rate limit is used up (429, try again in 30 s).",
    );
  });

  test("is a redirect that is not followed", async () => {
    const outcome = await run(redirect(302, "https://me:pw@else.test/where?token=x"), {}, "POST");
    expect(outcome).toMatchObject({
      isSuccess: false,
      kind: "downstreamRefused",
      message:
        "The application returned a redirect that is not followed (302 to https://else.test/where): moved",
      executionInfo: { statusCode: 302 },
    });
  });
});

describe("a fault", () => {
  test.each<[string, Behavior, string]>([
    ["a hanging application", hang, "timeout"],
    ["a reset", reset, "downstreamUnavailable"],
    ["rubbish", rubbish, "invalidOutput"],
    ["a response over the limit", respondWith(200, {}, Buffer.alloc(100_001)), "outputTooLarge"],
    ["a redirect inward", redirect(302, "http://10.0.0.1/"), "downstreamUnavailable"],
  ])("%s is a failure with the information available", async (_name, behave, kind) => {
    const outcome = await run(behave, { timeoutMs: kind === "timeout" ? 300 : 60_000 });
    expect(outcome).toMatchObject({ isSuccess: false, kind, output: null });
    expect(outcome.executionInfo.executionTime).toBeGreaterThan(0);
  });
});

describe("a second attempt", () => {
  function failFirst(first: Behavior): { behave: Behavior; calls(): number } {
    let calls = 0;
    const behave: Behavior = (received, response) => {
      calls++;
      (calls === 1 ? first : respondWithJson(200, "second"))(received, response);
    };
    return { behave, calls: () => calls };
  }

  test.each([
    ["a reset", reset],
    ["502", respondWith(502, {}, "")],
    ["503", respondWith(503, {}, "")],
  ])("is made after %s when the tool may be sent twice", async (_name, first) => {
    const { behave, calls } = failFirst(first);
    expect(await run(behave, { mayRepeat: true })).toMatchObject({ isSuccess: true, output: "second" });
    expect(calls()).toBe(2);
  });

  test("is not made when the tool may not be sent twice", async () => {
    const { behave, calls } = failFirst(reset);
    expect(await run(behave, { mayRepeat: false }, "POST")).toMatchObject({ isSuccess: false });
    expect(calls()).toBe(1);
  });

  test.each([
    ["500", respondWith(500, {}, "")],
    ["429", respondWith(429, {}, "")],
    ["504", respondWith(504, {}, "")],
  ])("is not made after %s", async (_name, first) => {
    const { behave, calls } = failFirst(first);
    expect(await run(behave, { mayRepeat: true })).toMatchObject({ isSuccess: false });
    expect(calls()).toBe(1);
  });

  test("is the last", async () => {
    let calls = 0;
    const behave: Behavior = (received, response) => {
      calls++;
      reset(received, response);
    };
    expect(await run(behave, { mayRepeat: true })).toMatchObject({ kind: "downstreamUnavailable" });
    expect(calls).toBe(2);
  });
});

describe("a call that fails", () => {
  const redirectThen401: Behavior = (received, response) => {
    server.on("/login", respondWith(401, {}, ""));
    redirect(303, "/login")(received, response);
  };

  test.each<[string, Behavior, "unauthorized" | undefined]>([
    ["has done nothing after 401", respondWith(401, {}, ""), "unauthorized"],
    ["may have acted before 401 at another address", redirectThen401, undefined],
    ["may have acted before 403", respondWith(403, {}, ""), undefined],
    ["may have acted before a reset", reset, undefined],
  ])("%s", async (_name, behave, nothingDone) => {
    const outcome = await run(behave, {}, "POST");
    expect(outcome.isSuccess ? "success" : outcome.nothingDone).toBe(nothingDone);
  });

  const said = {
    path: "/error",
    exists: true,
    kinds: { authorizationExpired: ["invalid_auth"] },
    dataPath: "/data",
  } as const;

  test.each<[string, unknown, "unauthorized" | undefined]>([
    ["has done nothing", null, "unauthorized"],
    ["may have acted where there is data, too", { id: 1 }, undefined],
  ])("because a response of success refuses its credentials %s", async (_name, data, nothingDone) => {
    const behave = respondWithJson(200, { error: "invalid_auth", data });
    const outcome = await run(behave, {}, "POST", { failure: { ...said, messagePath: "/error" } });
    expect(outcome).toMatchObject({ isSuccess: false, kind: "authorizationExpired" });
    expect(outcome.isSuccess ? "success" : outcome.nothingDone).toBe(nothingDone);
  });

  test("may have acted where only its second attempt gets 401", async () => {
    let calls = 0;
    const behave: Behavior = (received, response) =>
      respondWith(++calls === 1 ? 503 : 401, {}, "")(received, response);
    const outcome = await run(behave, { mayRepeat: true }, "PUT");
    expect(outcome).toMatchObject({ kind: "authorizationExpired" });
    expect(outcome).not.toHaveProperty("nothingDone");
  });

  test("has done nothing where no server takes it", async () => {
    const closed = await openFaultServer();
    await closed.close();
    const outcome = await run(hang, { mayRepeat: true }, "PUT", {}, closed);
    expect(outcome).toMatchObject({ kind: "downstreamUnavailable", nothingDone: "unsent" });
  });

  test("may have acted where only its second attempt is not taken", async () => {
    const closing = await openFaultServer();
    const closed: Promise<void>[] = [];
    const behave: Behavior = () => void closed.push(closing.close());
    const outcome = await run(behave, { mayRepeat: true }, "PUT", {}, closing);
    await Promise.all(closed);
    expect(closed).toHaveLength(1);
    expect(outcome).toMatchObject({ kind: "downstreamUnavailable" });
    expect(outcome).not.toHaveProperty("nothingDone");
  });
});

describe("a secret the application sends back", () => {
  const canary = 'c4n/ry "é\\x';

  test.each<[string, Behavior]>([
    ["in JSON", respondWithJson(200, { deep: [{ echo: `Token ${canary}!` }] })],
    ["as a member's name", respondWithJson(200, { [canary]: 1 })],
    [
      "in JSON with other escapes",
      respondWith(200, { "content-type": "application/json" }, escapeAll(canary)),
    ],
    [
      "in JSON with escaped slashes",
      respondWith(
        200,
        { "content-type": "application/json" },
        JSON.stringify([canary]).replaceAll("/", "\\/"),
      ),
    ],
    [
      "percent-encoded",
      respondWith(200, { "content-type": "text/plain" }, `?k=${encodeURIComponent(canary)}&`),
    ],
    ["in text", respondWith(200, { "content-type": "text/plain" }, canary)],
    [
      "in HTML",
      respondWith(500, { "content-type": "text/html" }, `<title>${canary.replace(/"/g, "&quot;")}</title>`),
    ],
    [
      "in bytes",
      respondWith(
        200,
        { "content-type": "application/octet-stream" },
        Buffer.concat([Buffer.from([0, 255]), Buffer.from(canary)]),
      ),
    ],
    ["in an error's message", respondWithJson(400, { message: `bad key ${canary}` })],
    [
      "as credentials",
      (received, response) =>
        respondWithJson(200, { sent: received.headers.authorization })(received, response),
    ],
    ["in a header", respondWith(200, { "x-echo": `k=${encodeURIComponent(canary)}` }, "{}")],
    ["in broken JSON", respondWith(200, { "content-type": "application/json" }, `{"a": "${canary}`)],
  ])("%s is masked", async (_name, behave) => {
    secrets = [canary];
    const outcome = await run(behave);
    const basic = Buffer.from(`ali:${canary}`).toString("base64");
    const everything = JSON.stringify(outcome) + bytesOf(outcome);
    const decoded = decodeURIComponent(everything.replace(/%(?![0-9A-F]{2})/g, ""));
    for (const text of [everything, decoded]) {
      expect(text).not.toContain("c4n/ry");
      expect(text).not.toContain("c4n\\/ry");
      expect(text).not.toContain(basic);
    }
    expect(everything).toContain("***");
  });

  test.each([
    ["in a header's name", respondWith(200, { "x-hunter2hunter2": "1" }, "{}")],
    ["as a coding", respondWith(200, { "content-encoding": "hunter2hunter2" }, "{}")],
  ])("%s is masked", async (_name, behave) => {
    secrets = ["hunter2hunter2"];
    const text = JSON.stringify(await run(behave));
    expect(text).not.toContain("hunter2");
    expect(text).toContain("***");
  });

  test("as a number stays JSON", async () => {
    secrets = ["123456"];
    const outcome = await run(respondWithJson(200, { id: 91234567, pin: 123456, other: 7 }));
    expect(outcome).toMatchObject({
      isSuccess: true,
      output: { id: "***", pin: "***", other: 7 },
      outputText: '{"id":"***","pin":"***","other":7}',
    });
  });

  test("that contains another is masked whole", async () => {
    secrets = ["abcd", "abcdefgh"];
    expect(await run(respondWithJson(200, ["abcdefgh", "abcd"]))).toMatchObject({ output: ["***", "***"] });
  });
});

function escapeAll(text: string): string {
  const escaped = [...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `["${escaped.join("")}"]`;
}

function bytesOf({ output }: Outcome): string {
  const base64 = (output as { base64?: string } | null)?.base64;
  return typeof base64 === "string" ? Buffer.from(base64, "base64").toString() : "";
}

describe("a failure that the application reports with status 200", () => {
  const failure = { path: "/ok", equals: false, messagePath: "/error" };

  test.each([
    ["short", ""],
    ["read in a thread", "x".repeat(100_000)],
  ])("is a failure of the tool, in a response that is %s", async (_name, padding) => {
    secrets = ["hunter2hunter2"];
    const behave = respondWithJson(200, { ok: false, error: "no hunter2hunter2", padding });
    const outcome = await run(behave, { maxBytes: 1_000_000 }, "GET", { failure });
    expect(outcome).toMatchObject({
      isSuccess: false,
      kind: "downstreamRefused",
      message: "The application reported a failure: no ***",
      executionInfo: { statusCode: 200 },
    });
  });

  test("does not concern other responses", async () => {
    const outcome = await run(respondWithJson(200, { ok: true }), {}, "GET", { failure });
    expect(outcome).toMatchObject({ isSuccess: true, output: { ok: true } });
  });
});
