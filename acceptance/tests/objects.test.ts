import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Actor, hireActor } from "../support/actors.ts";
import { connect, execute, type ImportedApplication } from "../support/applications.ts";
import { createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { describeOwnServer } from "../support/own-server.ts";
import {
  importPagedDownstream,
  type PagedDownstream,
  startPagedDownstream,
} from "../support/paged-downstream.ts";
import { proves } from "../support/proves.ts";
import type { JsonObject, ListOf } from "../support/records.ts";
import { awaitRefresh, readRefresh, refresh, startRefresh } from "../support/refresh.ts";
import { startServer } from "../support/start-server.ts";

let downstream: PagedDownstream;
let application: ImportedApplication;
let caller: Actor;

const repository = (name: string, members: JsonObject = {}) => ({
  full_name: `octo/${name}`,
  title: `The ${name}`,
  ...members,
});

beforeAll(async () => {
  downstream = await startPagedDownstream();
  application = await importPagedDownstream(downstream);
  caller = await hireActor();
});

let release: () => void = () => {};
afterEach(() => release());

beforeEach(() => {
  downstream.refuses = false;
  downstream.repositories = ["cat", "ant", "bee", "dog", "elk"].map((name) => repository(name));
  downstream.asked.length = 0;
});

afterAll(() => downstream?.stop());

async function listObjects(connectionId: number, query: Record<string, string | number> = {}) {
  return succeed<ListOf<JsonObject>>(caller.get(`/v1/connections/${connectionId}/Objects`, query));
}

async function makeConnection(): Promise<number> {
  const { connectionId } = await connect(caller, application);
  downstream.asked.length = 0;
  return connectionId;
}

test(
  "a refresh finds the objects of the manifest on all pages",
  proves("connections.objects.record", "connections.refresh.finishes"),
  async () => {
    const schema = { type: "object", properties: { mood: { type: "string" } } };
    downstream.repositories.push(repository("fox", { schema }), { title: "nameless" }, repository("cat"));
    const connectionId = await makeConnection();
    const status = await refresh(caller, connectionId);
    expect(status).toMatchObject({ status: 0, statusDescription: "6 objects were found.", error: null });
    const { items, totalCount } = await listObjects(connectionId);
    expect(totalCount).toBe(6);
    expect(items[0]).toEqual({ objectName: "octo/ant", label: "The ant", kind: "repository", schema: null });
    expect(items.at(-1)).toMatchObject({ objectName: "octo/fox", schema });
    expect(downstream.asked).toHaveLength(4);
  },
);

test("a refresh creates no history record", proves("connections.objects.record"), async () => {
  const connectionId = await makeConnection();
  await refresh(caller, connectionId);
  const { totalCount } = await succeed<ListOf<JsonObject>>(caller.get("/v1/executions", { connectionId }));
  expect(totalCount).toBe(0);
});

test("an object that cannot be stored is skipped", proves("connections.objects.record"), async () => {
  downstream.repositories = [
    repository("nul\0"),
    repository("half\ud800"),
    repository("x".repeat(600)),
    { full_name: { deep: 1 } },
    { full_name: 7, schema: { title: "half \ud800" } },
    { full_name: "a", title: "\0", schema: { default: "\0" } },
    { full_name: "b", title: "", schema: ["none"] },
  ];
  const connectionId = await makeConnection();
  expect(await refresh(caller, connectionId)).toMatchObject({ status: 0, error: null });
  expect((await listObjects(connectionId)).items).toEqual([
    { objectName: "7", label: "7", kind: "repository", schema: null },
    { objectName: "a", label: "a", kind: "repository", schema: null },
    { objectName: "b", label: "b", kind: "repository", schema: null },
  ]);
});

test("no object contains the credentials", proves("connections.objects.record"), async () => {
  downstream.repositories = [repository("{authorization}", { schema: { title: "{authorization}" } })];
  const connectionId = await makeConnection();
  await refresh(caller, connectionId);
  const { items } = await listObjects(connectionId);
  expect(items).toMatchObject([{ objectName: "octo/Bearer ***", schema: { title: "Bearer ***" } }]);
});

test("an endless list is cut, and an object outside it can still be chosen", {
  ...proves("connections.refresh.finishes", "execute.context-unrefreshed"),
}, async () => {
  const endless = { kind: "repository", operation: "list_endless", namePath: "/id" };
  const other = await importPagedDownstream(downstream, { "x-bowline-objects": [endless] });
  const { connectionId } = await connect(caller, other);
  expect(await refresh(caller, connectionId)).toMatchObject({
    status: 0,
    statusDescription: "500 objects were found; there are more than a refresh looks through.",
  });
  const body = { contextValue: "octo/eel" };
  expect((await execute(caller, other.tool("list_issues"), body, { connectionId })).isSuccess).toBe(true);
});

test("objects can be searched and paged", proves("connections.objects.search"), async () => {
  const connectionId = await makeConnection();
  await refresh(caller, connectionId);
  const names = async (query: Record<string, string | number>) =>
    (await listObjects(connectionId, query)).items.map(({ objectName }) => objectName);
  expect(await names({ search: "O/B" })).toEqual(["octo/bee"]);
  expect(await names({ search: "the d" })).toEqual(["octo/dog"]);
  expect(await names({ search: "%" })).toEqual([]);
  expect(await names({ kind: "repository", search: "bee" })).toEqual(["octo/bee"]);
  expect(await names({ kind: "channel" })).toEqual([]);
  expect(await names({ offset: 1, top: 2 })).toEqual(["octo/bee", "octo/cat"]);
  expect(await listObjects(connectionId, { top: 1 })).toMatchObject({ totalCount: 5, offset: 0, top: 1 });
});

test("a later refresh replaces what was found", proves("connections.objects.replaced"), async () => {
  const connectionId = await makeConnection();
  await refresh(caller, connectionId);
  downstream.repositories = [repository("gnu")];
  expect((await refresh(caller, connectionId)).statusDescription).toBe("1 object was found.");
  expect((await listObjects(connectionId)).items).toMatchObject([{ objectName: "octo/gnu" }]);
});

test(
  "a failure is reported with its date, stays after a success, and deletes no objects",
  proves("connections.refresh.failed", "connections.refresh.keeps-error"),
  async () => {
    const connectionId = await makeConnection();
    await refresh(caller, connectionId);
    downstream.refuses = true;
    const failed = await refresh(caller, connectionId);
    expect(failed).toMatchObject({ status: 2, error: expect.stringContaining("Bad credentials of yours") });
    expect(failed.errorDate).toMatch(/^\d{4}-.*Z$/);
    expect((await listObjects(connectionId)).totalCount).toBe(5);
    downstream.refuses = false;
    const succeeded = await refresh(caller, connectionId);
    expect(succeeded).toMatchObject({ status: 0, error: failed.error, errorDate: failed.errorDate });
    expect(Date.parse(succeeded.lastRefreshDate ?? "")).toBeGreaterThan(Date.parse(failed.errorDate ?? ""));
  },
);

test(
  "a running refresh counts the objects found, and is not started twice",
  proves("connections.refresh.progress", "connections.refresh.no-second", "connections.refresh.twice"),
  async () => {
    const connectionId = await makeConnection();
    release = downstream.holdAfter(0);
    await startRefresh(caller, connectionId);
    expect(await startRefresh(caller, connectionId)).toMatch(/already/);
    await expect.poll(() => downstream.asked).toHaveLength(1);
    // A count is shown for the first time after half a second.
    await delay(600);
    const releaseFirst = release;
    release = downstream.holdAfter(0);
    releaseFirst();
    await expect
      .poll(async () => readRefresh(caller, connectionId))
      .toMatchObject({ status: 1, statusDescription: expect.stringMatching(/repository.*2 were found/) });
    release();
    expect(await awaitRefresh(caller, connectionId)).toMatchObject({ status: 0 });
    expect(downstream.asked).toHaveLength(3);
  },
);

test(
  "a refresh that waits for its application holds up no other application's",
  proves("connections.refresh.beside"),
  async () => {
    const waiting = await makeConnection();
    const queued = await makeConnection();
    release = downstream.holdAfter(0);
    await startRefresh(caller, waiting);
    await startRefresh(caller, queued);
    await expect.poll(() => downstream.asked.length).toBeGreaterThan(0);
    const other = await startPagedDownstream();
    const { connectionId } = await connect(caller, await importPagedDownstream(other));
    expect(await refresh(caller, connectionId)).toMatchObject({ status: 0 });
    expect(await readRefresh(caller, waiting)).toMatchObject({ status: 1 });
    release();
    expect(await awaitRefresh(caller, waiting)).toMatchObject({ status: 0 });
    expect(await awaitRefresh(caller, queued)).toMatchObject({ status: 0 });
    await other.stop();
  },
);

test(
  "deleting a connection during a refresh leaves no objects",
  proves("connections.refresh.deleted"),
  async () => {
    const connectionId = await makeConnection();
    release = downstream.holdAfter(0);
    await startRefresh(caller, connectionId);
    await expect.poll(() => downstream.asked.length).toBeGreaterThan(0);
    await succeed(caller.delete(`/v1/connections/${connectionId}`));
    await refuse(caller.get(`/v1/connections/${connectionId}/Objects`), "NOT_FOUND");
    release();
    const next = await makeConnection();
    expect(await refresh(caller, next)).toMatchObject({ status: 0 });
  },
);

test("an application without marked objects has none", proves("connections.objects"), async () => {
  const plain = await importPagedDownstream(downstream, { "x-bowline-objects": [] });
  const { connectionId } = await connect(caller, plain);
  expect(await refresh(caller, connectionId)).toMatchObject({
    status: 0,
    statusDescription: "0 objects were found.",
  });
});

test("wrong marks are warnings of an import that succeeds", proves("import.marks.warnings"), async () => {
  const { result } = await importPagedDownstream(downstream, {
    "x-bowline-objects": [{ kind: "thing", operation: "nowhere", namePath: "/id" }],
    "x-bowline-test": 5,
  });
  expect(result.warnings).toEqual([
    expect.stringMatching(/x-bowline-objects\[0\].*nowhere/),
    expect.stringMatching(/x-bowline-test/),
  ]);
  expect(result.toolCount).toBe(application.result.toolCount);
});

// A job counts as lost after two missed heartbeats and is then restarted.
describeOwnServer("kill -9", () => {
  test("during a refresh: the refresh continues after the restart", {
    ...proves("connections.refresh.kill"),
  }, async () => {
    await using server = await startServer();
    const admin = createKeyCaller(server.adminApiKey, server);
    const own = await importPagedDownstream(downstream, { admin });
    const actor = await hireActor({ admin, target: server });
    const { connectionId } = await connect(actor, own);
    release = downstream.holdAfter(0);
    downstream.asked.length = 0;
    await startRefresh(actor, connectionId);
    await expect.poll(() => downstream.asked.length).toBeGreaterThan(0);
    await server.kill();
    await using again = await server.restart();
    const survivor = createKeyCaller(actor.apiKey, again);
    expect((await readRefresh(survivor, connectionId)).status).toBe(1);
    release();
    expect(await awaitRefresh(survivor, connectionId)).toMatchObject({
      status: 0,
      statusDescription: "5 objects were found.",
    });
  });
});
