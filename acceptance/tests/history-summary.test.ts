import fc from "fast-check";
import { assert, beforeAll, expect, test } from "vitest";
import { type Actor, hireActor, makeKey, theAdmin } from "../support/actors.ts";
import { connect, execute, importDownstream } from "../support/applications.ts";
import { type Caller, createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { openConsoleOf } from "../support/console-of-person.ts";
import { hirePerson } from "../support/people.ts";
import { proves } from "../support/proves.ts";
import type { Execution, ListOf, Toolset } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

interface Measures {
  count: number;
  failures: number;
  p50: number | null;
  p95: number | null;
}
interface Bucket extends Measures {
  start: string;
}
interface Summary extends Measures {
  from: string;
  to: string;
  interval: string;
  buckets: Bucket[];
  groups: (Measures & { key: string | null; name: string | null; isOther: boolean; buckets: Bucket[] })[];
}

type Query = Record<string, string | number | boolean>;

const bench = useWorkbench();
let caller: Actor;
let connectionId: number;
let toolsetId: string;
let otherSlug: string;

beforeAll(async () => {
  caller = await hireActor();
  connectionId = (await connect(caller, bench.application, { isDefault: true })).connectionId;
  const entry = {
    connectionId,
    applicationSlug: bench.application.slug,
    toolSlugs: [bench.tool("list_items")],
  };
  const body = { name: "Summary", connections: [entry] };
  toolsetId = (await succeed<Toolset>(caller.post("/v1/toolsets", body))).toolsetId;
  const other = await importDownstream(bench.downstream);
  otherSlug = other.slug;
  await connect(caller, other, { isDefault: true });
  for (let count = 0; count < 4; count++) {
    await execute(caller, bench.tool("list_items"), {}, count === 0 ? { toolsetId } : {});
  }
  for (const code of [404, 429, 500]) {
    await execute(caller, bench.tool("get_status"), { fields: { code } });
  }
  await execute(caller, other.tool("list_items"));
});

const summarize = (reader: Caller, query: Query = {}) =>
  succeed<Summary>(reader.get("/v1/executions/Summary", query));
const add = (parts: Measures[]) => parts.reduce((sum, { count }) => sum + count, 0);

test("a summary counts by bucket and group", proves("history.summary.counts"), async () => {
  const summary = await summarize(caller, { groupBy: "tool" });
  expect(summary).toMatchObject({ count: 8, failures: 3, interval: "15m" });
  expect(add(summary.buckets)).toBe(8);
  expect(summary.groups.map(({ key, count, failures }) => ({ key, count, failures }))).toEqual([
    { key: bench.tool("list_items"), count: 4, failures: 0 },
    { key: bench.tool("get_status"), count: 3, failures: 3 },
    { key: `${otherSlug.replaceAll("-", "_")}_list_items`, count: 1, failures: 0 },
  ]);
  const { items } = await succeed<ListOf<Execution>>(caller.get("/v1/executions"));
  const times = items.map(({ executionTime }) => executionTime ?? 0).toSorted((left, right) => left - right);
  expect(Math.abs((summary.p50 ?? 0) / (times[3] ?? 0) - 1)).toBeLessThan(0.025);
  expect(Math.abs((summary.p95 ?? 0) / (times[7] ?? 0) - 1)).toBeLessThan(0.025);
  const byKind = await summarize(caller, { groupBy: "kind" });
  expect(byKind.groups.find(({ key }) => key === null)).toMatchObject({ count: 5, failures: 0 });
  const byMember = await summarize(theAdmin(), { groupBy: "member", applicationSlug: otherSlug });
  expect(byMember.groups).toMatchObject([{ key: String(caller.accountUserId), count: 1, isOther: false }]);
});

test("a summary without executions has empty buckets", proves("history.summary.counts"), async () => {
  const nobody = await hireActor();
  const summary = await summarize(nobody, { groupBy: "source" });
  expect(summary).toMatchObject({ count: 0, failures: 0, p50: null, p95: null, groups: [] });
  expect(summary.buckets.length).toBeGreaterThan(90);
});

test(
  "its counts add up to the list's totalCount under any filters",
  proves("history.summary.same"),
  async () => {
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const to = new Date(Date.now() + 60_000).toISOString();
    const filters = fc.record(
      {
        toolSlug: fc.constantFrom(bench.tool("list_items"), bench.tool("get_status"), "nothing"),
        applicationSlug: fc.constantFrom(bench.application.slug, otherSlug),
        connectionId: fc.constantFrom(connectionId, 1),
        toolsetId: fc.constant(toolsetId),
        accountUserId: fc.constant(caller.accountUserId),
        apiKeyId: fc.constantFrom(caller.apiKeyId, 1),
        source: fc.constantFrom("api", "mcp"),
        isSuccess: fc.boolean(),
        kind: fc.constantFrom("downstreamRefused", "rateLimited", "timeout"),
        search: fc.constantFrom("list", "status", "4", "refused", "zzz", " "),
      },
      { requiredKeys: [] },
    );
    const groups = fc.constantFrom("application", "tool", "connection", "source", "kind", "member", "apiKey");
    const readers = fc.constantFrom(caller, theAdmin());
    const property = fc.asyncProperty(filters, groups, readers, async (filter, groupBy, reader) => {
      const query = { ...filter, from, to };
      const count = async () =>
        (await succeed<ListOf<Execution>>(reader.get("/v1/executions", { ...query, top: 1 }))).totalCount;
      let totalCount = await count();
      let summary = await summarize(reader, { ...query, groupBy });
      // An Admin sees what other tests execute meanwhile.
      for (let after = await count(); after !== totalCount; after = await count()) {
        totalCount = after;
        summary = await summarize(reader, { ...query, groupBy });
      }
      expect(summary.count).toBe(totalCount);
      expect(add(summary.buckets)).toBe(totalCount);
      expect(add(summary.groups)).toBe(totalCount);
      for (const group of summary.groups) {
        expect(add(group.buckets)).toBe(group.count);
      }
    });
    await fc.assert(property, { numRuns: 60 });
  },
);

test("a summary counts by API key", proves("history.summary.keys", "history.summary.names"), async () => {
  const person = await hirePerson(theAdmin());
  const { caller: withoutKey } = await openConsoleOf(person);
  await connect(withoutKey, bench.application, { isDefault: true });
  const keys = [];
  for (const name of ["Day shift", "Night shift"]) {
    keys.push(await makeKey(withoutKey, { name }));
  }
  const [day, night] = keys.map(({ apiKey }) => createKeyCaller(apiKey));
  assert(day !== undefined && night !== undefined);
  for (const reader of [night, night, night, withoutKey, withoutKey, day]) {
    await execute(reader, bench.tool("list_items"));
  }
  await execute(night, bench.tool("get_status"), { fields: { code: 404 } });
  const listGroups = async (query: Query = {}) => {
    // Minutes are counted from the records, and hours perhaps not.
    const { groups } = await summarize(withoutKey, { groupBy: "apiKey", interval: "15m", ...query });
    expect(
      (await summarize(withoutKey, { groupBy: "apiKey", interval: "1h", ...query })).groups,
    ).toMatchObject(groups.map(({ buckets: _, ...group }) => group));
    return groups.map(({ key, name, isOther, count, failures }) => ({ key, name, isOther, count, failures }));
  };
  const [dayKey, nightKey] = keys.map(({ apiKeyId }) => String(apiKeyId));
  const ofDay = { key: dayKey, name: "Day shift", isOther: false, count: 1, failures: 0 };
  const ofNight = { key: nightKey, name: "Night shift", isOther: false, count: 4, failures: 1 };
  const ofNone = { key: null, name: null, isOther: false, count: 2, failures: 0 };
  expect(await listGroups()).toEqual([ofNight, ofNone, ofDay]);
  expect(await listGroups({ apiKeyId: Number(nightKey) })).toEqual([ofNight]);
  expect(await listGroups({ isSuccess: false })).toEqual([{ ...ofNight, count: 1 }]);
  await succeed(withoutKey.delete(`/v1/apikeys/${nightKey}`));
  expect(await listGroups()).toEqual([{ ...ofNight, name: null }, ofNone, ofDay]);
});

test("a group has the name of what its key is the id of", proves("history.summary.names"), async () => {
  const owner = await hireActor();
  const { connectionId: id, name } = await connect(owner, bench.application, { isDefault: true });
  await execute(owner, bench.tool("list_items"));
  const { fullName } = await succeed<{ fullName: string }>(owner.get("/v1/auth/whoami"));
  const listNames = async (groupBy: string) =>
    (await summarize(owner, { groupBy })).groups.map((group) => [group.key, group.name]);
  expect(await listNames("member")).toEqual([[String(owner.accountUserId), fullName]]);
  expect(await listNames("connection")).toEqual([[String(id), name]]);
  expect(await listNames("tool")).toEqual([[bench.tool("list_items"), null]]);
  expect(await listNames("source")).toEqual([["api", null]]);
  await succeed(owner.delete(`/v1/connections/${id}`));
  expect(await listNames("connection")).toEqual([[String(id), null]]);
  await succeed(owner.delete("/v1/auth/profile"));
  const query = { groupBy: "member", accountUserId: owner.accountUserId };
  expect((await summarize(theAdmin(), query)).groups).toMatchObject([
    { key: String(owner.accountUserId), name: null },
  ]);
});

test("a summary has at most 120 buckets", proves("history.summary.buckets"), async () => {
  const query = { from: "2026-03-01T00:10:00Z", to: "2026-03-08T00:00:00Z" };
  const { buckets, interval } = await summarize(caller, query);
  expect(interval).toBe("3h");
  expect(buckets).toHaveLength(56);
  expect(buckets[0]?.start).toBe("2026-03-01T00:00:00.000Z");
  expect((await summarize(caller, { ...query, interval: "7d" })).buckets.map(({ start }) => start)).toEqual([
    "2026-02-23T00:00:00.000Z",
    "2026-03-02T00:00:00.000Z",
  ]);
  const path = "/v1/executions/Summary";
  await refuse(caller.get(path, { ...query, interval: "1h" }), "VALIDATION_ERROR", ["interval"]);
  await refuse(caller.get(path, { from: query.to, to: query.from }), "VALIDATION_ERROR", ["from"]);
  await refuse(caller.get(path, { from: "1970-01-01T00:00:00Z" }), "VALIDATION_ERROR", ["from"]);
  await refuse(caller.get(path, { groupBy: "weekday" }), "VALIDATION_ERROR", ["groupBy"]);
  await refuse(caller.get(path, { to: "0000-01-01T00:00:00Z" }), "VALIDATION_ERROR", ["to"]);
  await refuse(
    caller.get(path, { from: "1969-12-31T00:00:00Z", to: "1970-01-01T12:00:00Z" }),
    "VALIDATION_ERROR",
    ["from"],
  );
});

test("groups beyond the largest are counted as one", proves("history.summary.groups"), async () => {
  const busy = await hireActor();
  for (let count = 0; count < 14; count++) {
    const made = await connect(busy, bench.application);
    await execute(busy, bench.tool("list_items"), {}, { connectionId: made.connectionId });
  }
  const { groups } = await summarize(busy, { groupBy: "connection" });
  expect(groups).toHaveLength(13);
  expect(groups.at(-1)).toMatchObject({ key: null, isOther: true, count: 2 });
});

test("a Member's summary is the Member's own", proves("history.summary.members"), async () => {
  const stranger = await hireActor();
  expect((await summarize(stranger)).count).toBe(0);
  expect((await summarize(stranger, { connectionId, toolsetId })).count).toBe(0);
  const { accountUserId } = caller;
  await refuse(stranger.get("/v1/executions/Summary", { accountUserId }), "FORBIDDEN");
  expect((await summarize(theAdmin(), { accountUserId })).count).toBe(8);
});
