import type { CatalogApplication, CatalogTool } from "@bowline/catalog";
import { type Kysely, sql } from "kysely";
import { inTransaction } from "../in-transaction.ts";
import { lockCompany } from "../people/companies.ts";
import type { Schema } from "../schema.ts";
import { storedBinding, writeVersioned } from "../stored-version.ts";
import { type AskedApplication, lockAsked } from "./lock-asked.ts";
import { publishSlugs, ToolSlugTakenError } from "./published-slugs.ts";

/** What an import does to a tool. */
export interface ToolChange {
  toolSlug: string;
  kind: "added" | "changed" | "removed";
}

/** How many tools an import added, changed and removed. */
export interface SavedTools {
  added: number;
  changed: number;
  removed: number;
  /** The tools, by slug. */
  changes: ToolChange[];
}

type ToolColumns = Omit<Schema["tool"], "tool_id" | "application_id">;

/** The summary omits the application's name, which may change without an import. The manifest is stored with the binding. */
function buildToolRow(applicationSlug: string, tool: CatalogTool): ToolColumns {
  const { slug, operation, operationKey, inputSchema, outputSchema, binding, manifest, ...rest } = tool;
  return {
    slug,
    operation,
    operation_key: operationKey,
    summary: JSON.stringify({ slug, applicationSlug, ...rest }),
    input_schema: JSON.stringify(inputSchema),
    output_schema: JSON.stringify(outputSchema),
    binding: writeVersioned(storedBinding, manifest === undefined ? binding : { ...binding, manifest }),
    parameters: Object.keys((inputSchema.properties as object | undefined) ?? {}),
    path: binding.kind === "http" ? binding.path : "",
  };
}

/** Characters of the rows that are written at a time. Writing all at once would block the process and fill its memory. */
const batchCharacters = 512 * 1024;

function* buildBatches({ slug, tools }: CatalogApplication): Generator<ToolColumns[]> {
  let batch: ToolColumns[] = [];
  let characters = 0;
  for (const tool of tools) {
    const row = buildToolRow(slug, tool);
    batch.push(row);
    characters += row.summary.length + row.input_schema.length + row.output_schema.length;
    if (characters > batchCharacters) {
      yield batch;
      batch = [];
      characters = 0;
    }
  }
  yield batch;
}

/** Replaces the tools of an application. `onSaved` is called with the number of tools stored so far. */
export async function saveTools(
  db: Kysely<Schema>,
  applicationId: number,
  application: CatalogApplication,
  onSaved: (count: number) => void,
): Promise<SavedTools> {
  const keys = application.tools.map((tool) => tool.operationKey);
  const { rows: removed } = await sql<ToolChange>`delete from tool
    where application_id = ${applicationId} and operation_key <> all(${keys})
    returning slug as "toolSlug", 'removed' as kind`.execute(db);
  const changes = [...removed];
  let saved = 0;
  for (const batch of buildBatches(application)) {
    changes.push(...(await saveBatch(db, applicationId, batch)));
    saved += batch.length;
    onSaved(saved);
  }
  const told = joinMoves(changes);
  const count = (wanted: ToolChange["kind"]) => told.filter(({ kind }) => kind === wanted).length;
  return { added: count("added"), changed: count("changed"), removed: count("removed"), changes: told };
}

/** A tool whose operation has moved to another path is removed and added by the same slug: to its callers it has changed. By slug. */
function joinMoves(changes: readonly ToolChange[]): ToolChange[] {
  const kinds = new Map<string, ToolChange["kind"]>();
  for (const { toolSlug, kind } of changes) {
    kinds.set(toolSlug, kinds.has(toolSlug) ? "changed" : kind);
  }
  return [...kinds]
    .map(([toolSlug, kind]) => ({ toolSlug, kind }))
    .sort((left, right) => (left.toolSlug < right.toolSlug ? -1 : 1));
}

/** Returns the tools that are new or have changed. */
async function saveBatch(
  db: Kysely<Schema>,
  applicationId: number,
  tools: readonly ToolColumns[],
): Promise<ToolChange[]> {
  const saved = await sql<ToolChange>`
    insert into tool as t (application_id, slug, operation, operation_key, summary, input_schema, output_schema, binding,
      parameters, path)
    select ${applicationId}, n.slug, n.operation, n.operation_key, n.summary, n.input_schema, n.output_schema, n.binding,
      n.parameters, n.path
    from json_populate_recordset(null::tool, ${JSON.stringify(tools)}::json) n
    on conflict (application_id, operation_key) do update
      set slug = excluded.slug, operation = excluded.operation, summary = excluded.summary,
        input_schema = excluded.input_schema, output_schema = excluded.output_schema, binding = excluded.binding,
        parameters = excluded.parameters, path = excluded.path
      where (t.slug, t.operation, t.summary, t.input_schema, t.output_schema, t.binding)
        is distinct from (excluded.slug, excluded.operation, excluded.summary, excluded.input_schema,
          excluded.output_schema, excluded.binding)
    returning slug as "toolSlug", case when xmax = 0 then 'added' else 'changed' end as kind`.execute(db);
  return saved.rows;
}

/**
 * Adds or replaces tools of an application and does not change the others. Runs in the caller's transaction, which has locked the
 * company.
 *
 * @throws ToolSlugTakenError
 */
export async function saveSomeTools(
  transaction: Kysely<Schema>,
  companyId: number,
  { applicationId, slug }: { applicationId: number; slug: string },
  tools: readonly CatalogTool[],
): Promise<void> {
  const rows = tools.map((tool) => buildToolRow(slug, tool));
  await checkSlugsAreFree(transaction, companyId, applicationId, tools);
  await checkOthersKeepSlugs(transaction, applicationId, tools);
  await publishSlugs(transaction, applicationId, tools);
  await saveBatch(transaction, applicationId, rows);
  await sql`update application set updated_date = now() where application_id = ${applicationId}`.execute(
    transaction,
  );
}

/**
 * Stores the tools of an application that never had any, and drops the changes that wait. False, and nothing is stored, when it has had
 * tools, also just now by another listing, or when an Admin has rejected some.
 *
 * @throws ApplicationMovedError, ToolSlugTakenError
 */
export async function saveFirstTools(
  db: Kysely<Schema>,
  companyId: number,
  application: AskedApplication,
  tools: readonly CatalogTool[],
): Promise<boolean> {
  const { applicationId } = application;
  return inTransaction(db, async (transaction) => {
    await lockCompany(transaction, companyId);
    await lockAsked(transaction, application);
    const { rows } = await sql`
      select 1 from published_slug where application_id = ${applicationId}
      union all select 1 from application_change where application_id = ${applicationId} and is_rejected
      limit 1`.execute(transaction);
    if (rows.length > 0) {
      return false;
    }
    await sql`delete from application_change where application_id = ${applicationId}`.execute(transaction);
    if (tools.length > 0) {
      await saveSomeTools(transaction, companyId, application, tools);
    }
    return true;
  });
}

/** @throws ToolSlugTakenError when a tool of the application that is not among these has one of their slugs */
async function checkOthersKeepSlugs(
  db: Kysely<Schema>,
  applicationId: number,
  tools: readonly CatalogTool[],
): Promise<void> {
  const { rows } = await sql<{ slug: string }>`
    select slug from tool where application_id = ${applicationId}
      and slug = any(${tools.map(({ slug }) => slug)})
      and operation_key <> all(${tools.map(({ operationKey }) => operationKey)}) limit 1`.execute(db);
  const [taken] = rows;
  if (taken !== undefined) {
    throw new ToolSlugTakenError(
      `The tool slug "${taken.slug}" belongs to a tool that the server no longer has. Accept its removal first. If that was rejected, import the application again: this tool gets another slug then.`,
    );
  }
}

/** @throws ToolSlugTakenError when another application that the company sees has one of the slugs */
export async function checkSlugsAreFree(
  db: Kysely<Schema>,
  companyId: number | null,
  applicationId: number,
  tools: readonly CatalogTool[],
): Promise<void> {
  const { rows } = await sql<{ slug: string; application: string }>`
    select t.slug, a.slug as application from tool t join application a using (application_id)
    where t.slug = any(${tools.map((tool) => tool.slug)}) and a.application_id <> ${applicationId}
      and (a.company_id is null or a.company_id = ${companyId}) limit 1`.execute(db);
  const [taken] = rows;
  if (taken !== undefined) {
    throw new ToolSlugTakenError(
      `The tool slug "${taken.slug}" belongs to application "${taken.application}". Import under another slug.`,
    );
  }
}
