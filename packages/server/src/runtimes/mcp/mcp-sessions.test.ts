import { setTimeout as sleep } from "node:timers/promises";
import { openStatefulServer, type StatefulServer } from "@bowline/acceptance/stateful-mcp-server.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { McpCaller, mcpOptions } from "../../../testing/call-mcp.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import { openRuntimes, type Runtimes } from "../runtimes.ts";
import { McpSessions } from "./mcp-sessions.ts";

let egress: Egress;
let runtimes: Runtimes;
let mcp: McpCaller;
let server: StatefulServer;

beforeAll(async () => {
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
  server = await openStatefulServer();
});

afterAll(async () => {
  await egress?.close();
  await server?.close();
});

beforeEach(async () => {
  await runtimes?.close();
  runtimes = openRuntimes(egress, { folder: null, onReport: () => {} });
  mcp = new McpCaller(runtimes);
  server.unknownStatus = 404;
  server.hasSessions = true;
  server.callStatus = null;
  server.forgetSessions();
  server.requests.length = 0;
});

const call = (tool: string, text: string, stateOwner?: string) =>
  mcp
    .prepare(server.url, tool, { text }, { era: "legacy" })
    .send({ ...mcpOptions, ...(stateOwner !== undefined && { stateOwner }) });

const note = async (text: string, stateOwner?: string) => (await call("note", text, stateOwner)).output;
const methods = () => server.requests.map(({ method }) => method);

describe("the session of an older server", () => {
  test("goes on with the next call of the same owner, in one request", async () => {
    expect(await note("a", "ann")).toEqual({ notes: ["a"] });
    expect(methods()).toEqual(["initialize", "notifications/initialized", "tools/call"]);
    expect(await note("b", "ann")).toEqual({ notes: ["a", "b"] });
    expect(methods().slice(3)).toEqual(["tools/call"]);
  });

  test("is no other owner's, and no other credential's", async () => {
    await note("a", "ann");
    expect(await note("b", "ben")).toEqual({ notes: ["b"] });
    const access = { serverUrl: server.url, variables: { token: "other" }, secretValues: ["other"] };
    const placements = [{ in: "header" as const, name: "Authorization", value: "Bearer {token}" }];
    const binding = { kind: "mcp" as const, tool: "note", era: "legacy" as const, pin: "" };
    const other = runtimes.compile(binding).prepare({ ...access, placements }, { text: "c" });
    expect((await other.send({ ...mcpOptions, stateOwner: "ann" })).output).toEqual({ notes: ["c"] });
  });

  test("ends after a call without an owner", async () => {
    expect(await note("a")).toEqual({ notes: ["a"] });
    await expect.poll(() => server.listSessions()).toEqual([]);
    expect(await note("b")).toEqual({ notes: ["b"] });
  });

  test("goes on after a tool has failed", async () => {
    await note("a", "ann");
    expect(await call("fail", "", "ann")).toMatchObject({ isSuccess: false, kind: "toolError" });
    expect(await note("b", "ann")).toEqual({ notes: ["a", "b"] });
  });

  test.each([404, 400, 401] as const)("that its server has forgotten (%i) is opened anew", async (status) => {
    server.unknownStatus = status;
    await note("a", "ann");
    server.forgetSessions();
    expect(await note("b", "ann")).toEqual({ notes: ["b"] });
    expect(await note("c", "ann")).toEqual({ notes: ["b", "c"] });
  });

  // A tool may have failed so.
  test.each([200, 500] as const)("that its server may have lost (%i) is not used again", async (status) => {
    server.unknownStatus = status;
    await note("a", "ann");
    server.forgetSessions();
    expect(await call("note", "b", "ann")).toMatchObject({ isSuccess: false });
    expect(await note("c", "ann")).toEqual({ notes: ["c"] });
  });

  test("takes several calls at a time, each with an id of its own", async () => {
    await note("a", "ann");
    const outcomes = await Promise.all(["b", "c", "d"].map((text) => call("wait", text, "ann")));
    expect(outcomes.map(({ isSuccess }) => isSuccess)).toEqual([true, true, true]);
    expect(await note("e", "ann")).toEqual({ notes: ["a", "b", "c", "d", "e"] });
    const ids = server.requests.filter(({ method }) => method === "tools/call").map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
  });

  test("is one when the first calls come together, or its server has forgotten it", async () => {
    for (const texts of ["abc", "efg"]) {
      await Promise.all([...texts].map((text) => call("wait", text, "ann")));
      expect(server.listSessions()).toHaveLength(1);
      expect(await note("d", "ann")).toEqual({ notes: expect.arrayContaining([...texts, "d"]) });
      server.forgetSessions();
    }
  });

  test("that its first call found lost is ended", async () => {
    server.callStatus = 500;
    expect(await call("note", "a", "ann")).toMatchObject({ isSuccess: false });
    await expect.poll(() => server.listSessions()).toEqual([]);
    server.callStatus = null;
    expect(await note("b", "ann")).toEqual({ notes: ["b"] });
  });

  test("of a server without sessions saves the handshake", async () => {
    server.hasSessions = false;
    await note("a", "ann");
    expect(methods()).toEqual(["initialize", "notifications/initialized", "tools/call"]);
    expect(await note("b", "ann")).toEqual({ notes: ["b"] });
    expect(methods().slice(3)).toEqual(["tools/call"]);
    // An update gave it sessions.
    server.hasSessions = true;
    expect(await note("c", "ann")).toEqual({ notes: ["c"] });
    expect(await note("d", "ann")).toEqual({ notes: ["c", "d"] });
  });

  test("ends when the server stops", async () => {
    await note("a", "ann");
    await note("b", "ben");
    expect(server.listSessions()).toHaveLength(2);
    await runtimes.close();
    expect(server.listSessions()).toEqual([]);
  });
});

describe("kept sessions", () => {
  const opened = { id: "s", revision: "2025-11-25" };

  test("are waited for while one is opened, unless that fails or the caller has gone", async () => {
    const sessions = new McpSessions();
    const use = (signal?: AbortSignal) => sessions.use("a", async ({ id }) => id, signal);
    expect(await use()).toBeUndefined();
    const controller = new AbortController();
    const gone = use(controller.signal);
    controller.abort();
    expect(await gone).toBeUndefined();
    const waiting = [use(), use()];
    sessions.endOpening("a");
    expect(await waiting[0]).toBeUndefined();
    sessions.keep("a", opened, async () => {});
    expect(await waiting[1]).toBe("s");
    await sessions.close();
  });

  test("end when they were not used for some time, and not during a call", async () => {
    const ended: string[] = [];
    const sessions = new McpSessions(50);
    const [leaveBusy, leaveIdle, leaveOpening] = ["busy", "idle", "opening"].map((key) =>
      sessions.keep(key, opened, async () => void ended.push(key)),
    );
    leaveBusy?.(false);
    leaveIdle?.(false);
    await sessions.use("busy", () => sleep(200, true));
    expect(ended).toEqual(["idle"]);
    await expect.poll(() => ended).toEqual(["idle", "busy"]);
    leaveOpening?.(false);
    await expect.poll(() => ended).toEqual(["idle", "busy", "opening"]);
    expect(await sessions.use("busy", async () => 1)).toBeUndefined();
  });

  test("are limited in number: the one used longest ago ends", async () => {
    const ended: string[] = [];
    const sessions = new McpSessions(60_000, 2);
    for (const key of ["a", "b", "c"]) {
      const leave = sessions.keep(key, opened, async () => void ended.push(key));
      await sessions.use("a", async () => true);
      leave?.(false);
    }
    expect(ended).toEqual(["b"]);
    await sessions.close();
    expect(ended.toSorted()).toEqual(["a", "b", "c"]);
  });

  test("hold up a stop for a second at most", async () => {
    const sessions = new McpSessions();
    sessions.keep("a", opened, () => new Promise(() => {}));
    const begin = performance.now();
    await sessions.close();
    expect(performance.now() - begin).toBeGreaterThan(900);
  });
});
