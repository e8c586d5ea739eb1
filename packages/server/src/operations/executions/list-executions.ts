import type { Caller } from "../../db/callers.ts";
import { listExecutionRows } from "../../db/executions.ts";
import type { Deps } from "../../deps.ts";
import { type InputOf, type OutputOf, Reply } from "../handler.ts";
import { readPage, renderPage } from "../page.ts";
import { renderExecution } from "./render-execution.ts";

export async function listExecutions(
  deps: Deps,
  caller: Caller,
  { query }: InputOf<"listExecutions">,
): Promise<Reply> {
  const page = readPage(query);
  const filter = {
    companyId: caller.companyId,
    accountUserId: caller.role === "Admin" ? null : caller.accountUserId,
    toolSlug: query.toolSlug ?? null,
    connectionId: query.connectionId ?? null,
    isSuccess: query.isSuccess ?? null,
    from: readDate(query.from),
    to: readDate(query.to),
  };
  const { rows, totalCount, isEstimate } = await deps.db.read((db) => listExecutionRows(db, filter, page));
  const output: OutputOf<"listExecutions"> = renderPage(rows.map(renderExecution), totalCount, page);
  return new Reply(JSON.stringify(output), isEstimate ? { "x-bowline-total-count": "estimate" } : {});
}

/** Converts to a Date, since PostgreSQL writes years before 1 and after 9999 differently. */
const readDate = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));
