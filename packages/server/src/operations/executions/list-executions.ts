import type { Kysely } from "kysely";
import { forbidden, invalidField, notFound } from "../../api-error.ts";
import { type HistoryPlace, loadHistoryPlace, type PageBeside } from "../../db/history/executions.ts";
import { listExecutionRows } from "../../db/history/list-executions.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Schema } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { type InputOf, type OutputOf, Reply } from "../handler.ts";
import { readPage, renderPage } from "../page.ts";
import { readHistoryFilter } from "./read-history-filter.ts";
import { renderExecution } from "./render-execution.ts";

export async function listExecutions(
  deps: Deps,
  caller: Caller,
  { query }: InputOf<"listExecutions">,
): Promise<Reply> {
  const page = readPage(query);
  const filter = readHistoryFilter(caller, query);
  const { rows, totalCount, isEstimate } = await deps.db.read(async (db) => {
    const beside = await loadBeside(db, caller, query);
    return listExecutionRows(db, filter, page, beside);
  });
  const output: OutputOf<"listExecutions"> = renderPage(rows.map(renderExecution), totalCount, page);
  return new Reply(JSON.stringify(output), isEstimate ? { "x-bowline-total-count": "estimate" } : {});
}

/** @throws ApiError `VALIDATION_ERROR` when both are given, and as `loadPlace` does */
async function loadBeside(
  db: Kysely<Schema>,
  caller: Caller,
  { before, after }: { before?: number | undefined; after?: number | undefined },
): Promise<PageBeside | null> {
  const historyId = before ?? after;
  if (historyId === undefined) {
    return null;
  }
  if (before !== undefined && after !== undefined) {
    throw invalidField("after", "Cannot be given together with before. Leave one of them out.");
  }
  return { place: await loadPlace(db, caller, historyId), isNewer: after !== undefined };
}

/** @throws ApiError `NOT_FOUND`, `FORBIDDEN` when it is the record of another, as `GET /v1/executions/{historyId}` does */
async function loadPlace(db: Kysely<Schema>, caller: Caller, historyId: number): Promise<HistoryPlace> {
  const place = await loadHistoryPlace(db, caller.companyId, historyId);
  if (place === null) {
    throw notFound(`Execution ${historyId}`);
  }
  if (caller.role !== "Admin" && place.accountUserId !== caller.accountUserId) {
    throw forbidden(`Execution ${historyId} is not yours.`);
  }
  return place;
}
