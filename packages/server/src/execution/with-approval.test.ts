import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type SeededCompany, seedCompany } from "../../testing/test-rows.ts";
import { decideApproval } from "../db/approvals.ts";
import { insertToolset } from "../db/toolsets.ts";
import { createLogger } from "../log/logger.ts";
import { openMaskThreads } from "./masking/mask-threads.ts";
import { needsApproval, withApproval } from "./with-approval.ts";

let db: TestDatabase;
let company: SeededCompany;
let toolsetId: string;
beforeAll(async () => {
  db = await createTestDatabase();
  company = await seedCompany(db.kysely);
  toolsetId = await insertToolset(db.kysely, company.accountUserId, { name: "Held" });
});
afterAll(() => db.drop());

const needs = (
  approvals: unknown,
  hints: { isReadOnly?: boolean; isDestructive?: boolean } = {},
): boolean => {
  const entry = { slug: "shop_create_item", isReadOnly: false, isDestructive: false, ...hints };
  return needsApproval({ toolset: { settings: { approvals } }, tool: { entry } } as never);
};
const reads = { isReadOnly: true, isDestructive: true };

test("a tool that only reads is not destructive, whatever it says", () => {
  expect(needs("destructive", { isDestructive: true })).toBe(true);
  expect(needs("destructive", reads)).toBe(false);
  expect(needs("destructive")).toBe(false);
});

test("writes, all and a list mean the tools that they name", () => {
  expect([needs("writes"), needs("writes", reads)]).toEqual([true, false]);
  expect([needs("all", reads), needs("none", { isDestructive: true })]).toEqual([true, false]);
  expect([needs(["shop_create_item"], reads), needs(["shop_list_items"])]).toEqual([true, false]);
});

/** Makes a call that differs from others in its connection fields only. Returns the request for an approval; null: it was sent. */
async function call(overrides: Record<string, string>): Promise<string | null> {
  const log = createLogger({ level: "silent", isTerminal: false });
  const config = { baseUrl: "https://bowline.example.com" };
  const parts = { db, config, maskThreads: openMaskThreads(), log };
  const application = { applicationId: company.applicationId };
  const execution = {
    toolset: { toolsetId },
    tool: { entry: { slug: "shop_create_item", application }, inputSchema: {}, digest: "a" },
    connection: null,
    resolvedBy: "none",
    input: { name: "Tea" },
    overrides,
    request: { body: {} },
    call: { destination: "https://api.example.com/items", secretTexts: [] },
  };
  const sent = { approval: null };
  const result = await withApproval(
    parts as never,
    company as never,
    execution as never,
    { isSent: true },
    async () => sent as never,
  );
  return result.approval?.approvalId ?? null;
}

test("an approval is good for the connection fields that were approved, and for no others", async () => {
  const approvalId = await call({ region: "eu", team: "a" });
  expect(approvalId).toEqual(expect.any(String));
  const decision = { isApproved: true, decidedByAccountUserId: company.accountUserId, reason: null };
  await decideApproval(db.kysely, approvalId ?? "", decision);
  expect(await call({ region: "us", team: "a" })).toEqual(expect.any(String));
  expect(await call({ team: "a", region: "eu" })).toBeNull();
});
