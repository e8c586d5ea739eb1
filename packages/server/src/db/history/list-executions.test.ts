import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import type { ExecutionFilter } from "./execution-filter.ts";
import { deleteExecutionsBefore, loadHistoryPlace } from "./executions.ts";
import { countNextHour } from "./history-hours.ts";
import { listExecutionRows } from "./list-executions.ts";

const hourMs = 3_600_000;
let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

interface TestRecord {
  historyId: number;
  companyId: number;
  accountUserId: number;
  toolSlug: string;
  applicationSlug: string;
  connectionId: number | null;
  toolsetId: string | null;
  apiKeyId: number | null;
  source: "api" | "mcp" | "console";
  isSuccess: boolean;
  kind: "timeout" | "toolError" | null;
  message: string | null;
  at: number;
}

const toolsets = [1, 2].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);
/** Often exactly at the beginning of an hour, or beside it. */
const offset = fc.oneof(
  fc.integer({ min: -5 * hourMs, max: 0 }),
  fc.integer({ min: -9 * 24 * hourMs, max: 0 }),
  fc
    .tuple(fc.integer({ min: -60, max: 0 }), fc.integer({ min: -1, max: 1 }))
    .map(([hours, ms]) => hours * hourMs + ms),
);
const record = fc
  .record({
    companyId: fc.constantFrom(1, 1, 1, 2),
    accountUserId: fc.integer({ min: 1, max: 3 }),
    tool: fc.integer({ min: 1, max: 12 }),
    connectionId: fc.constantFrom(1, 1, 2, null),
    toolsetId: fc.constantFrom(null, null, ...toolsets),
    apiKeyId: fc.constantFrom(1, 1, 2, null),
    source: fc.constantFrom("api" as const, "api" as const, "mcp" as const),
    failure: fc.constantFrom(null, null, "timeout" as const, "toolError" as const),
    offset,
  })
  .map(({ tool, failure, ...fields }) => ({
    ...fields,
    toolSlug: `app${tool % 3}_tool${tool}`,
    applicationSlug: `app${tool % 3}`,
    isSuccess: failure === null,
    kind: failure,
    message: failure === null ? null : `Refused by app${tool % 4}: ${failure}`,
  }));
const optional = <Value>(...values: Value[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.constantFrom(...values));
const question = fc.record({
  filter: fc.record({
    companyId: fc.constantFrom(1, 1, 2, 3),
    accountUserId: optional(1, 2, 9),
    toolSlug: optional("app1_tool1", "app0_tool3", "none"),
    applicationSlug: optional("app1", "none"),
    connectionId: optional(1, 2, 9),
    toolsetId: optional(toolsets[0] ?? ""),
    apiKeyId: optional(1, 2, 9),
    source: optional("api" as const, "mcp" as const, "console" as const),
    isSuccess: optional(true, false),
    kind: optional("timeout" as const, "missingScope" as const),
    search: optional("tool1", "APP2", "by app3: time", "nothing", "17", "r-19"),
  }),
  times: fc.tuple(optional(0), optional(0), offset, offset),
  page: fc.record({ offset: fc.constantFrom(0, 0, 0, 1, 7, 60), top: fc.constantFrom(1, 3, 20, 1000) }),
  beside: fc.option(fc.tuple(fc.nat(), fc.boolean())),
});
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.array(record, { minLength: 1, maxLength: 60, size: "max" }) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 40 }) },
    { weight: 1, arbitrary: fc.constant("delete" as const) },
  ),
  { minLength: 2, maxLength: 8, size: "max" },
);

/** A record at the beginning of an hour has this time. */
const startOfHour = (): number => Math.floor(Date.now() / hourMs) * hourMs;

async function insert(records: readonly TestRecord[]): Promise<void> {
  await db.background.pool.query(
    `insert into execution (history_id, company_id, account_user_id, tool_slug, application_slug, connection_id, toolset_id, api_key_id, resolved_by,
       source, is_success, failure_kind, error_message, request_id, is_output_cut, created_date)
     select "historyId", "companyId", "accountUserId", "toolSlug", "applicationSlug", "connectionId", "toolsetId", "apiKeyId", 'none',
       source, "isSuccess", kind, message, 'r-' || "historyId", false, to_timestamp(at / 1000.0)
     from jsonb_to_recordset($1) as sent ("historyId" int, "companyId" int, "accountUserId" int, "toolSlug" text,
       "applicationSlug" text, "connectionId" int, "toolsetId" uuid, "apiKeyId" int, source text, "isSuccess" boolean, kind text, message text, at float8)`,
    [JSON.stringify(records)],
  );
}

/** Whether a record meets a filter, written without the database. */
function isListed(one: TestRecord, filter: ExecutionFilter): boolean {
  const { companyId, search, from, to, ...fields } = filter;
  const text = search?.toLowerCase() ?? "";
  const isFound =
    search === null ||
    String(one.historyId) === search ||
    `r-${one.historyId}` === search ||
    one.toolSlug.includes(text) ||
    (one.message?.toLowerCase().includes(text) ?? false);
  return (
    one.companyId === companyId &&
    isFound &&
    (from === null || one.at >= from.getTime()) &&
    (to === null || one.at < to.getTime()) &&
    Object.entries(fields).every(([name, value]) => value === null || one[name as keyof TestRecord] === value)
  );
}

test("a page has the records of its filter, whatever is written, deleted and counted", {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(question, { minLength: 20, maxLength: 20 }), async (work, questions) => {
      await db.background.pool.query(`truncate execution, history_hour, history_hour_changed;
        update history_rollup set since = date_bin('1 hour', now(), '2001-01-01Z'), until = date_bin('1 hour', now(), '2001-01-01Z')`);
      let records: TestRecord[] = [];
      let lastId = 0;
      for (const step of work) {
        if (Array.isArray(step)) {
          const added = step.map(({ offset: from, ...fields }) => ({
            ...fields,
            at: startOfHour() + from,
            historyId: ++lastId,
          }));
          await insert(added);
          records.push(...added);
        } else if (step === "delete") {
          const before = startOfHour() - 3 * 24 * hourMs;
          await deleteExecutionsBefore(db.background.kysely, new Date(before));
          records = records.filter(({ at }) => at >= before);
        } else {
          for (let hour = 0; hour < step; hour++) {
            await countNextHour(db.background.kysely);
          }
        }
      }
      for (const { filter: fields, times, page, beside: side } of questions) {
        const [hasFrom, hasTo, ...offsets] = times;
        const [from = 0, to = 0] = offsets.toSorted((left, right) => left - right);
        const filter = {
          ...fields,
          from: hasFrom === null ? null : new Date(startOfHour() + from),
          to: hasTo === null ? null : new Date(startOfHour() + to),
        };
        const company = records.filter(({ companyId }) => companyId === filter.companyId);
        const other = side === null ? undefined : company[side[0] % Math.max(1, company.length)];
        const place = other && (await loadHistoryPlace(db.kysely, filter.companyId, other.historyId));
        const isNewer = side?.[1] === true;
        const beside = place ? { place, isNewer } : null;
        const listed = records
          .filter((one) => isListed(one, filter))
          .toSorted((left, right) => right.at - left.at || right.historyId - left.historyId);
        const isBeside = (one: TestRecord) =>
          other === undefined || (isNewer ? compare(one, other) > 0 : compare(one, other) < 0);
        const compared = listed.filter(isBeside).map(({ historyId }) => historyId);
        const ordered = other && isNewer ? compared.toReversed() : compared;
        const wanted = ordered.slice(page.offset, page.offset + page.top);
        for (const fewRecords of [0, 1000]) {
          const found = await listExecutionRows(db.kysely, filter, page, beside, fewRecords);
          expect(found.rows.map(({ historyId }) => historyId)).toEqual(
            other && isNewer ? wanted.toReversed() : wanted,
          );
          expect(found).toMatchObject({ totalCount: listed.length, isEstimate: false });
        }
      }
    }),
    { numRuns: 12 },
  );
});

test("a record that comes late into a counted hour is listed and counted once", async () => {
  await db.background.pool.query(`truncate execution, history_hour, history_hour_changed;
    update history_rollup set since = date_bin('1 hour', now(), '2001-01-01Z'), until = date_bin('1 hour', now(), '2001-01-01Z')`);
  const make = (historyId: number): TestRecord => ({
    ...{
      historyId,
      companyId: 1,
      accountUserId: 1,
      toolSlug: "a_b",
      applicationSlug: "a",
      connectionId: null,
    },
    ...{ toolsetId: null, apiKeyId: null, source: "api", isSuccess: true, kind: null, message: null },
    at: startOfHour() - 5 * hourMs + historyId,
  });
  await insert([make(1), make(2), make(4)]);
  while (await countNextHour(db.background.kysely)) {
    // Each hour is a transaction.
  }
  const list = async (top: number) => {
    const filter = {
      accountUserId: null,
      toolSlug: null,
      applicationSlug: null,
      connectionId: null,
      toolsetId: null,
      apiKeyId: null,
    };
    const others = { companyId: 1, isSuccess: null, kind: null, search: null, from: null, to: null };
    const page = { offset: 0, top };
    let lookUps = 0;
    const watched = db.kysely.withPlugin({
      transformQuery({ node }) {
        lookUps += JSON.stringify(node).includes("from history_rollup") ? 1 : 0;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const { rows, totalCount } = await listExecutionRows(
      watched,
      { ...filter, ...others, source: "api" },
      page,
    );
    // The page and its count are of the same time.
    expect(lookUps).toBe(1);
    return [rows.map(({ historyId }) => historyId), totalCount];
  };
  expect(await list(2)).toEqual([[4, 2], 3]);
  await insert([make(3)]);
  expect(await list(2)).toEqual([[4, 3], 4]);
  expect(await list(10)).toEqual([[4, 3, 2, 1], 4]);
});

const compare = (left: TestRecord, right: TestRecord): number =>
  left.at - right.at || left.historyId - right.historyId;
