import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type FaultServer,
  hang,
  openFaultServer,
  redirect,
  reset,
  respondWithJson,
} from "../../../testing/fault-server.ts";
import { codeFolder, prepareCodeCall } from "../../../testing/prepare-code-call.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import type { Outcome } from "../outcome.ts";
import type { Access, PreparedCall, SendOptions } from "../runtime.ts";
import { openRuntimes, type Runtimes } from "../runtimes.ts";
import type { CodeReport } from "./code-call.ts";
import { CodeThreads } from "./code-threads.ts";

const secret = "key-canary-4711";
let server: FaultServer;
let other: FaultServer;
let egress: Egress;
let runtimes: Runtimes;
let reports: CodeReport[] = [];

beforeAll(async () => {
  server = await openFaultServer();
  other = await openFaultServer();
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.1/32"] });
  runtimes = openRuntimes(egress, { folder: codeFolder, onReport: (report) => void reports.push(report) });
});

beforeEach(() => {
  reports = [];
  server.received.length = 0;
  other.received.length = 0;
});

afterAll(async () => {
  await egress.close();
  await server.close();
  await other.close();
});

function prepare(operation: string, input = {}, access: Partial<Access> = {}, file?: string): PreparedCall {
  return prepareCodeCall(
    runtimes,
    {
      serverUrl: "{address}/api",
      variables: { address: server.url, apiKey: secret },
      placements: [{ in: "header", name: "X-Key", value: "{apiKey}" }],
      secretValues: [secret],
      ...access,
    },
    operation,
    input,
    file,
  );
}

const send = (call: PreparedCall, options: Partial<SendOptions> = {}): Promise<Outcome> =>
  call.send({ timeoutMs: 20_000, maxBytes: 1_000_000, mayRepeat: false, ...options });

const run = (operation: string, input = {}, options: Partial<SendOptions> = {}): Promise<Outcome> =>
  send(prepare(operation, input), options);

describe("the code of a tool", () => {
  test("gets the input as its schema returns it, and returns the output", async () => {
    expect(await run("sum")).toMatchObject({ isSuccess: true, output: { sum: 3 }, outputText: '{"sum":3}' });
    expect(await run("return_nothing")).toMatchObject({ isSuccess: true, output: null });
    expect(await run("return_symbol")).toMatchObject({
      kind: "invalidOutput",
      message: "The tool's code returned a symbol, which is not JSON.",
    });
  });

  test("gets every member of its input, or is not run", async () => {
    const input = (text: string): Record<string, unknown> => JSON.parse(text);
    expect(await run("name_members", input('{"record":{"a":1},"any":{"__proto__":2}}'))).toMatchObject({
      isSuccess: true,
      output: ["a"],
    });
    expect(await run("name_members", input('{"record":{"a":1,"__proto__":2}}'))).toMatchObject({
      isSuccess: false,
      kind: "toolError",
      message: "The input has a member called __proto__, which the tool cannot take.",
    });
  });

  test("gets the connection fields it names and no other, and nothing of the server's environment", async () => {
    const { output } = await run("read_fields");
    expect(output).toEqual({
      fields: { apiKey: "***" },
      serverUrl: `${server.url}/api`,
      given: ["apiKey"],
    });
    expect(await run("read_surroundings")).toMatchObject({
      output: { fields: {}, environment: [], fetch: "undefined" },
    });
  });

  test("runs in a thread that the next call uses too", async () => {
    const first = await run("count");
    expect(await run("count")).toMatchObject({ output: Number(first.output) + 1 });
  });

  test("may return a large output, which is read in a thread, up to the limit", async () => {
    expect(await run("return_much", { length: 200_000 })).toMatchObject({ output: "x".repeat(200_000) });
    expect(await run("return_much", { length: 2_000_000 })).toMatchObject({
      kind: "outputTooLarge",
      message: "The tool's output is larger than 1000000 bytes.",
    });
  });
});

describe("a request of the code", () => {
  test("goes below the connection's address with its credentials", async () => {
    expect(await run("fetch_item", { url: "/items?c=3", method: "post", title: "A" })).toMatchObject({
      isSuccess: true,
      output: { status: 200 },
      executionInfo: { statusCode: 200 },
    });
    const [received] = server.received;
    expect(received).toMatchObject({
      method: "POST",
      target: "/api/items?c=3&a=1&a=%C3%BC",
      headers: { "x-key": secret, "content-type": "application/json" },
    });
    expect(received?.body.toString()).toBe('{"title":"A"}');
  });

  test("carries credentials to no other origin, and none after a redirect", async () => {
    await run("fetch_item", { url: `${other.url}/items` });
    server.on("/api/moved", redirect(307, `${other.url}/elsewhere`));
    await run("fetch_item", { url: "/moved" });
    expect(other.received.map(({ target }) => target)).toEqual(["/items?a=1&a=%C3%BC", "/elsewhere"]);
    expect(JSON.stringify(other.received.map(({ rawHeaders }) => rawHeaders))).not.toContain(secret);
  });

  test("goes to a path with dots in its names", async () => {
    server.on("/api/..items/a..b/...", respondWithJson(200, {}));
    await run("fetch_item", { url: "/..items/a..b/...?c=/../d" });
    expect(server.received[0]?.target).toContain("/api/..items/a..b/...?c=/../d");
  });

  test("gets a response in the charset that it states", async () => {
    server.on("/api/latin", (_, response) => {
      response.writeHead(200, { "content-type": "application/json; charset=ISO-8859-1" });
      response.end(Buffer.from('{"name":"José"}', "latin1"));
    });
    expect(await run("fetch_item", { url: "/latin" })).toMatchObject({ output: { body: { name: "José" } } });
    server.on("/api/marked", (_, response) => void response.end('\ufeff{"name":"José"}'));
    expect(await run("fetch_item", { url: "/marked" })).toMatchObject({ output: { body: { name: "José" } } });
  });

  test.each([
    ["a private address", "http://10.0.0.1/", "RequestError: "],
    ["a file", "file:///etc/passwd", "RequestError: "],
    ["no address", "nonsense", "RequestError: The request is malformed."],
    ["the path above", "/../secret", "RequestError: A path below"],
    ["another path", "/items/..%2fsecret?a=1", "RequestError: A path below"],
    ["the same path", "/items/%2e", "RequestError: A path below"],
  ])("to %s is refused", async (_name, url, message) => {
    const { output } = await run("catch_refusal", { url });
    expect(String(output)).toContain(message);
  });

  test.each([
    [
      "401",
      respondWithJson(401, { message: "Bad key" }),
      "authorizationExpired",
      "The application refused the connection's credentials (401): Bad key",
    ],
    [
      "404",
      respondWithJson(404, { message: `No ${secret}` }),
      "downstreamRefused",
      "The application returned 404: No ***",
    ],
    [
      "200 with a failure",
      respondWithJson(200, { ok: false, error: `no_${secret}` }),
      "downstreamRefused",
      "The application reported a failure: no_***",
    ],
    [
      "a redirect that is not followed",
      redirect(300, `/moved/${secret}`),
      "downstreamRefused",
      "The application returned a redirect that is not followed (300 to /moved/***): moved",
    ],
    ["a reset", reset, "downstreamUnavailable", "The application closed the connection before it responded."],
  ])(
    "that gets %s is the tool's failure, unless the code catches it",
    async (_name, behave, kind, message) => {
      server.on("/api/refused", behave);
      expect(await run("fetch_item", { url: "/refused" })).toMatchObject({ isSuccess: false, kind, message });
      const caught = await run("catch_refusal", { url: "/refused" });
      expect(caught).toMatchObject({ isSuccess: true });
      expect(String(caught.output)).toMatch(/^(?:ResponseError|RequestError): /);
      expect(JSON.stringify(caught)).not.toContain(secret);
    },
  );

  test.each([
    ["without its name", '"/items"', 'url must be a text. Write egress.request({ url: "/path" })'],
    ["under another name", '{"path":"/items"}', "url must be a text."],
    ["with a number as method", '{"url":"/items","method":5}', "method must be a text."],
    ["with an object as body", '{"url":"/items","body":{"a":1}}', "body must be a text or a Uint8Array."],
    ["with a number as body", '{"url":"/items","body":5}', "body must be a text or a Uint8Array."],
  ])("that is written %s fails its call, and says what is wrong", async (_name, request, message) => {
    const outcome = await run("send_any", { request });
    expect(outcome).toMatchObject({ isSuccess: false, kind: "toolError" });
    expect(outcome.isSuccess ? "" : outcome.message).toContain(
      `The tool's code failed: egress.request: ${message}`,
    );
    expect(server.received).toEqual([]);
  });

  test("ends with the call's time", async () => {
    server.on("/api/slow", hang);
    expect(await run("fetch_item", { url: "/slow" }, { timeoutMs: 1500 })).toMatchObject({ kind: "timeout" });
  });
});

describe("an error of the code is the failure of its own call", () => {
  const failures: [string, string, string][] = [
    ["throw", "toolError", "The tool's code failed: Unexpected token"],
    ["fail", "downstreamRefused", "The book is lent out. Ask for another."],
    ["exit", "toolError", "The tool's code ended its thread."],
    ["kill", "toolError", "The tool's code failed: process.kill is not available to applications."],
    ["kill_imported", "toolError", "The tool's code failed: process.kill is not available to applications."],
    ["abort", "toolError", "The tool's code failed: process.abort() is not supported in workers"],
    ["recurse", "toolError", "The tool's code failed: Maximum call stack size exceeded"],
    ["open_builtin", "toolError", "The tool's code failed: node:http is not available to applications."],
    ["throw_unreadable", "toolError", "The tool's code failed."],
    ["throw_number_as_kind", "toolError", "There is no such book."],
    ["throw_unknown_kind", "toolError", "There is no such book."],
    ["throw_function_as_message", "toolError", '() => "Not said."'],
    ["throw_own_response", "toolError", "The tool's code failed."],
    ["throw_later", "toolError", "The tool's code failed: Later."],
    ["reject_unheard", "toolError", "The tool's code failed: Unheard."],
    [
      "return_wrong",
      "invalidOutput",
      "The tool's code returned an output that its schema does not allow: id: ",
    ],
    ["no_such_tool", "toolError", "The tool's code failed: The application no longer has this tool."],
  ];

  test.each(failures)("%s", async (operation, kind, message) => {
    const [outcome, beside] = await Promise.all([run(operation), run("sum")]);
    expect(outcome).toMatchObject({ isSuccess: false, kind });
    expect(outcome.isSuccess ? "" : outcome.message).toContain(message);
    expect(beside).toMatchObject({ output: { sum: 3 } });
    expect(await run("sum")).toMatchObject({ output: { sum: 3 } });
  });

  test.each(["loop", "hang"])("%s, which the time limit ends", async (operation) => {
    const [outcome, beside] = await Promise.all([run(operation, {}, { timeoutMs: 1500 }), run("sum")]);
    expect(outcome).toMatchObject({
      kind: "timeout",
      message: "The tool's code did not end within 1500 ms.",
    });
    expect(beside).toMatchObject({ output: { sum: 3 } });
  });

  test("what a call leaves behind reaches no later call", async () => {
    expect(await run("leave_timer")).toMatchObject({ output: "done" });
    const later = await Promise.all(Array.from({ length: 3 }, () => run("sum")));
    expect(later.every(({ isSuccess }) => isSuccess)).toBe(true);
  });

  test("what a call leaves behind does not go on in the next one, with its credentials", async () => {
    const ofOther = {
      variables: { address: server.url, apiKey: "key-of-another" },
      secretValues: ["key-of-another"],
    };
    expect(await run("keep_egress")).toMatchObject({ output: "done" });
    expect(await send(prepare("use_kept_egress", {}, ofOther))).toMatchObject({
      isSuccess: false,
      message: "The call is over.",
    });
    for (const operation of ["leave_quiet_timer", "leave_quiet_promise"]) {
      expect(await run(operation)).toMatchObject({ output: "done" });
      expect(await send(prepare("fetch_slowly", {}, ofOther))).toMatchObject({ output: 200 });
    }
    expect(server.received.map(({ target }) => target)).toEqual(["/api/own", "/api/own"]);
    expect(JSON.stringify(reports)).not.toContain(secret);
  });

  test("a secret in an error, a stack or a printed line is masked", async () => {
    const outcome = await run("throw_secret");
    expect(outcome).toMatchObject({ message: "The tool's code failed: The key is ***." });
    await expect.poll(() => reports).toHaveLength(2);
    expect(reports).toEqual(
      expect.arrayContaining([
        { file: "lab/application.ts", operation: "throw_secret", printed: "the key is *** in two pieces" },
        expect.objectContaining({ stack: expect.stringContaining("The key is ***.") }),
      ]),
    );
    expect(JSON.stringify(reports)).not.toContain(secret);
  });

  test("of what a call prints, the first lines are reported", async () => {
    await run("print_much");
    expect(reports).toHaveLength(1001);
    expect(reports.slice(-2).map(({ printed }) => printed)).toEqual([
      "line 999",
      "(further lines of this call are left out)",
    ]);
  });

  test("a file that is not there, or cannot be read, is reported without its place", async () => {
    expect(await send(prepare("sum", {}, {}, "gone/application.ts"))).toMatchObject({
      kind: "toolError",
      message: expect.stringMatching(
        /^The application's code cannot be loaded: Cannot find module 'gone\/app/,
      ),
    });
  });
});

test("calls of one party that do not end leave a thread for another", async () => {
  const threads = new CodeThreads({ maxThreads: 1 });
  const module = { file: join(codeFolder, "lab/application.ts"), operatorFolder: codeFolder };
  const over = new AbortController();
  const runFor = (party: number, operation: string) => {
    const job = { operation, input: {}, fields: {}, serverUrl: "", failure: null, maxBytes: 1000 };
    const exchange = () => Promise.reject(new Error("The code asks for nothing."));
    return threads.run(module, { job, exchange, signal: over.signal }, party, () => {});
  };
  const hanging = [runFor(1, "hang"), runFor(1, "hang")];
  expect(await runFor(2, "return_nothing")).toMatchObject({ ok: true });
  over.abort();
  expect(await Promise.all(hanging)).toEqual([undefined, undefined]);
});

test("code that is not what the tool was made of is not run, also by a thread that is kept", async () => {
  const threads = new CodeThreads();
  const runWith = (codeHash?: string) => {
    const module = { file: join(codeFolder, "lab/application.ts"), operatorFolder: codeFolder, codeHash };
    const job = {
      operation: "return_nothing",
      input: {},
      fields: {},
      serverUrl: "",
      failure: null,
      maxBytes: 1000,
    };
    const exchange = () => Promise.reject(new Error("It sends nothing."));
    return threads.run(module, { job, exchange, signal: new AbortController().signal }, 1, () => {});
  };
  expect(await runWith()).toMatchObject({ ok: true });
  expect(await runWith("a".repeat(64))).toMatchObject({
    ok: false,
    message: "The application's code cannot be loaded: Its files have changed. Restart the server.",
  });
});

test("a call that is canceled may tidy up, and is over at once", async () => {
  const place = await mkdtemp(join(tmpdir(), "bowline-code-"));
  const file = join(place, "state");
  const readState = () => readFile(file, "utf8").catch(() => null);
  const controller = new AbortController();
  const running = run("wait_for_end", { file }, { signal: controller.signal });
  await expect.poll(readState).toBe("begun");
  controller.abort();
  expect(await running).toMatchObject({ isSuccess: false, message: "The call was canceled." });
  await expect.poll(readState).toBe("tidied");
  await rm(place, { recursive: true });
});

test("a dry run shows the code's input and what it gets, with secrets masked, and runs nothing", () => {
  expect(prepare("throw_secret", { note: `about ${secret}` }).preview()).toEqual({
    code: "throw_secret",
    serverUrl: `${server.url}/api`,
    connectionFields: ["apiKey"],
    input: { note: "about ***" },
  });
  expect(server.received).toEqual([]);
});
