import { hash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { explainQueries } from "../../testing/explain-queries.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type SeededCompany, seedCompany, seedConnection } from "../../testing/test-rows.ts";
import { decideApproval, deleteApprovalsBefore, listApprovalRows, loadApproval } from "./approvals.ts";
import {
  claimApproval,
  findEarlierDenial,
  maxWaiting,
  maxWaitingMib,
  releaseApproval,
} from "./claim-approval.ts";
import { deleteConnectionRow } from "./connections/write-connections.ts";
import { insertToolset } from "./toolsets.ts";

let db: TestDatabase;
let company: SeededCompany;
let toolsetId: string;

beforeAll(async () => {
  db = await createTestDatabase();
  company = await seedCompany(db.kysely);
  toolsetId = await insertToolset(db.kysely, company.accountUserId, { name: "Held" });
});
beforeEach(() => db.pool.query("delete from approval"));
afterAll(() => db.drop());

const hashText = (text: string) => hash("sha256", text, "buffer");
const tryClaim = (text = "a", connectionId: number | null = null, input = "{}") =>
  claimApproval(db.kysely, {
    companyId: company.companyId,
    accountUserId: company.accountUserId,
    toolsetId,
    toolSlug: "shop_create_item",
    connectionId,
    callHash: hashText(text),
    formerCallHashes: [hashText(`former ${text}`), hashText(`first ${text}`)],
    input: () => Promise.resolve(input),
  });
async function claim(text = "a") {
  const claimed = await tryClaim(text);
  if (claimed.kind !== "approved" && claimed.kind !== "waiting") {
    throw new Error(claimed.kind);
  }
  return claimed;
}
const decide = (approvalId: string, isApproved = true, reason: string | null = null) =>
  decideApproval(db.kysely, approvalId, {
    isApproved,
    decidedByAccountUserId: company.accountUserId,
    reason,
  });
const passTime = (approvalId: string, minutes: number) =>
  db.pool.query(
    "update approval set expires_date = expires_date - make_interval(mins => $2) where approval_id = $1",
    [approvalId, minutes],
  );
const readStatus = async (approvalId: string) => (await loadApproval(db.kysely, approvalId))?.status;
const list = async (status: "expired" | "waiting" | null) => {
  const filter = { ...company, withServices: false, status, isWaiting: null };
  const { rows } = await listApprovalRows(db.kysely, filter, { offset: 0, top: 10 });
  return rows.map(({ approvalId }) => approvalId);
};

test("an approval is used once by twenty calls at once", async () => {
  const { approvalId } = await claim();
  expect(await decide(approvalId)).toBe(true);
  const claims = await Promise.all(Array.from({ length: 20 }, () => claim()));
  expect(claims.filter(({ kind }) => kind === "approved")).toEqual([{ kind: "approved", approvalId }]);
  expect(new Set(claims.filter(({ kind }) => kind === "waiting").map((one) => one.approvalId)).size).toBe(1);
});

test.each(["former", "first"])(
  "a request and an approval of the %s version hold for the same call",
  async (version) => {
    const { approvalId } = await claim();
    await db.pool.query("update approval set call_hash = $1", [hashText(`${version} a`)]);
    expect(await claim()).toEqual({ kind: "waiting", approvalId, denial: null });
    await db.pool.query("update approval set call_hash = $1", [hashText(`${version} a`)]);
    await decide(approvalId);
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim()));
    expect(claims.filter(({ kind }) => kind === "approved")).toEqual([{ kind: "approved", approvalId }]);
  },
);

test("twenty equal calls at once share one request", async () => {
  const claims = await Promise.all(Array.from({ length: 20 }, () => claim()));
  expect(new Set(claims.map(({ approvalId }) => approvalId)).size).toBe(1);
});

test("a request that nobody decided in 60 minutes has expired and cannot be decided", async () => {
  const { approvalId } = await claim();
  await passTime(approvalId, 59);
  expect(await readStatus(approvalId)).toBe("waiting");
  await passTime(approvalId, 1);
  expect(await readStatus(approvalId)).toBe("expired");
  expect(await list("expired")).toEqual([approvalId]);
  expect(await list("waiting")).toEqual([]);
  expect([await decide(approvalId), await decide(approvalId, false)]).toEqual([false, false]);
  const next = await claim();
  expect(next.kind).toBe("waiting");
  expect(next.approvalId).not.toBe(approvalId);
});

test("an approval is good for 60 minutes", async () => {
  const { approvalId } = await claim();
  await passTime(approvalId, 50);
  await decide(approvalId);
  await passTime(approvalId, 59);
  expect(await readStatus(approvalId)).toBe("approved");
  await passTime(approvalId, 1);
  expect(await readStatus(approvalId)).toBe("expired");
  expect((await claim()).kind).toBe("waiting");
});

test("an approval that was given back can be used again, but not beside a new request", async () => {
  const { approvalId } = await claim();
  await decide(approvalId);
  await claim();
  await releaseApproval(db.kysely, approvalId);
  expect(await claim()).toEqual({ kind: "approved", approvalId });
  await claim();
  await releaseApproval(db.kysely, approvalId);
  expect(await readStatus(approvalId)).toBe("used");
});

test("a request that was denied is not approved by giving it back", async () => {
  const { approvalId } = await claim();
  await decide(approvalId, false);
  await releaseApproval(db.kysely, approvalId);
  expect(await readStatus(approvalId)).toBe("denied");
});

test("of an approval and a denial at once, the last holds and none runs twice", async () => {
  const { approvalId } = await claim();
  await Promise.all([decide(approvalId), decide(approvalId, false), decide(approvalId)]);
  expect(["approved", "denied"]).toContain(await readStatus(approvalId));
  const claims = await Promise.all([claim(), claim(), claim()]);
  expect(claims.filter(({ kind }) => kind === "approved").length).toBeLessThanOrEqual(1);
});

test("old approvals are deleted, and those of a deleted toolset", async () => {
  const { approvalId } = await claim();
  await deleteApprovalsBefore(db.kysely, new Date());
  expect(await readStatus(approvalId)).toBe("waiting");
  await deleteApprovalsBefore(db.kysely, new Date(Date.now() + 61 * 60_000));
  expect(await loadApproval(db.kysely, approvalId)).toBeNull();
});

test("a denial of the same call is told for 60 minutes, until the call is approved", async () => {
  const { approvalId } = await claim();
  await decide(approvalId, false, "Not now");
  const next = await claim();
  expect(next).toMatchObject({ kind: "waiting", denial: { reason: "Not now" } });
  expect(await findEarlierDenial(db.kysely, next.approvalId)).toEqual({ reason: "Not now" });
  expect(await claim("b")).toMatchObject({ denial: null });
  await db.pool.query("update approval set decided_date = decided_date - interval '1 hour'");
  expect(await claim()).toMatchObject({ kind: "waiting", denial: null });
  await db.pool.query("update approval set decided_date = decided_date + interval '59 minutes'");
  expect(await claim()).toMatchObject({ denial: { reason: "Not now" } });
  await decide(next.approvalId);
  expect(await claim()).toEqual({ kind: "approved", approvalId: next.approvalId });
  expect(await claim()).toMatchObject({ kind: "waiting", denial: null });
});

test("so many calls of a toolset wait and no more, also when they come at once", async () => {
  const texts = Array.from({ length: maxWaiting + 20 }, (_, index) => `call ${index}`);
  const claims = await Promise.all(texts.map((text) => tryClaim(text)));
  expect(claims.filter(({ kind }) => kind === "waiting")).toHaveLength(maxWaiting);
  expect(claims.filter(({ kind }) => kind === "tooMany")).toHaveLength(20);
  const [first] = claims.flatMap((one) => (one.kind === "waiting" ? [one.approvalId] : []));
  await decide(first ?? "");
  expect((await claim("another")).kind).toBe("waiting");
  expect((await tryClaim("one more")).kind).toBe("tooMany");
  await db.pool.query("update approval set expires_date = now()");
  expect((await claim("one more")).kind).toBe("waiting");
});

test("no other call waits when the inputs of those that wait are large", async () => {
  const input = JSON.stringify({ text: "x".repeat((maxWaitingMib / 4) * 1024 * 1024) });
  for (const text of ["one", "two", "three", "four"]) {
    expect((await tryClaim(text, null, input)).kind).toBe("waiting");
  }
  expect(await tryClaim("five")).toEqual({ kind: "tooLarge" });
  expect((await tryClaim("four", null, input)).kind).toBe("waiting");
  await db.pool.query("update approval set expires_date = now() where call_hash = $1", [hashText("one")]);
  expect((await tryClaim("five")).kind).toBe("waiting");
});

test("a call through a toolset that was deleted does not wait", async () => {
  const kept = toolsetId;
  toolsetId = await insertToolset(db.kysely, company.accountUserId, { name: "Gone" });
  await db.pool.query("delete from toolset where toolset_id = $1", [toolsetId]);
  expect(await tryClaim()).toEqual({ kind: "gone" });
  toolsetId = kept;
});

test("a call through a connection that is being deleted does not wait", async () => {
  await seedConnection(db.kysely, company);
  const connectionId = await seedConnection(db.kysely, company);
  const deleting = await db.pool.connect();
  await deleting.query("begin");
  await deleting.query("delete from connection where connection_id = $1", [connectionId]);
  const claimed = tryClaim("deleted", connectionId);
  await deleting.query("commit");
  deleting.release();
  expect(await claimed).toEqual({ kind: "connectionGone" });
});

test("a deletion of a connection ends the request that is just being made", async () => {
  const connectionId = await seedConnection(db.kysely, company);
  const asking = await db.pool.connect();
  await asking.query("begin");
  await asking.query("select 1 from connection where connection_id = $1 for key share", [connectionId]);
  const deleted = deleteConnectionRow(db.kysely, connectionId, async () => undefined);
  await expect.poll(countBlocked).toBe(1);
  const { rows } = await asking.query<{ id: string }>(
    `insert into approval (company_id, account_user_id, toolset_id, tool_slug, connection_id, call_hash, input, digest, expires_date)
     values ($1, $2, $3, 'shop_create_item', $4, '', '{}', '', now() + interval '1 hour') returning approval_id as id`,
    [company.companyId, company.accountUserId, toolsetId, connectionId],
  );
  await asking.query("commit");
  asking.release();
  expect(await deleted).toBe(true);
  expect(await readStatus(rows[0]?.id ?? "")).toBe("expired");
});

test("whoever approves while somebody else does has approved, too", async () => {
  const { approvalId } = await claim();
  const other = await db.pool.connect();
  await other.query("begin");
  await other.query("update approval set status = 'approved', decided_date = now() where approval_id = $1", [
    approvalId,
  ]);
  const approved = decide(approvalId);
  await expect.poll(countBlocked).toBe(1);
  await other.query("commit");
  other.release();
  expect(await approved).toBe(true);
});

test("an approval given back after its connection was deleted has ended", async () => {
  const connectionId = await seedConnection(db.kysely, company);
  const asked = await tryClaim("a", connectionId);
  const approvalId = asked.kind === "waiting" ? asked.approvalId : "";
  await decide(approvalId);
  expect(await tryClaim("a", connectionId)).toEqual({ kind: "approved", approvalId });
  await deleteConnectionRow(db.kysely, connectionId, async () => undefined);
  await releaseApproval(db.kysely, approvalId);
  expect(await loadApproval(db.kysely, approvalId)).toMatchObject({
    status: "expired",
    reason: "The connection was deleted.",
  });
});

async function countBlocked(): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    "select count(*)::integer as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0]?.count ?? 0;
}

test("calls that wait are found by an index, however many were decided", async () => {
  const { approvalId } = await claim();
  await db.pool.query(
    `insert into approval (company_id, account_user_id, toolset_id, tool_slug, call_hash, input, digest, status, requested_date, expires_date)
     select $1, $2, $3, 'shop_create_item', int4send(i), '{}', '', case when i % 2 = 0 then 'used' else 'denied' end,
       now() - make_interval(mins => i), now() - make_interval(mins => i) from generate_series(1, 5000) i`,
    [company.companyId, company.accountUserId, toolsetId],
  );
  await db.pool.query("analyze approval");
  for (const filter of [{ status: "waiting", isWaiting: null } as const, { status: null, isWaiting: true }]) {
    const steps = await explainQueries(db, async (kysely) => {
      const page = { offset: 1_000_000, top: 1 };
      const { totalCount } = await listApprovalRows(
        kysely,
        { ...company, withServices: true, ...filter },
        page,
      );
      expect(totalCount).toBe(1);
    });
    const read = steps.filter(({ table }) => table === "approval");
    expect(read.length).toBeGreaterThan(1);
    expect(Math.max(...read.map(({ rows }) => rows))).toBeLessThan(10);
  }
  expect(await list("waiting")).toEqual([approvalId]);
});

test("a page of approvals far behind reads the names of its own approvals only", async () => {
  await db.pool.query(
    `insert into approval (company_id, account_user_id, toolset_id, tool_slug, call_hash, input, digest, status, requested_date, expires_date)
     select $1, $2, $3, 'shop_create_item', int4send(i), '{}', i::text, 'used', now() - make_interval(mins => i), now() from generate_series(1, 500) i`,
    [company.companyId, company.accountUserId, toolsetId],
  );
  const steps = await explainQueries(db, async (kysely) => {
    const filter = { ...company, withServices: false, status: null, isWaiting: null };
    const { rows, totalCount } = await listApprovalRows(kysely, filter, { offset: 400, top: 3 });
    expect(rows.map(({ digest }) => digest)).toEqual(["401", "402", "403"]);
    expect(totalCount).toBe(500);
  });
  const named = steps.filter(({ table }) => table === "toolset");
  expect(named.map(({ rows }) => rows)).toEqual([3]);
});
