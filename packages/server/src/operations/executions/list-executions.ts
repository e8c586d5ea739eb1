import type { Caller } from "../../db/callers.ts";
import { listExecutionRows } from "../../db/executions.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readPage, renderPage } from "../page.ts";
import { renderExecution } from "./render-execution.ts";

export async function listExecutions(
  deps: Deps,
  caller: Caller,
  { query }: InputOf<"listExecutions">,
): Promise<OutputOf<"listExecutions">> {
  const page = readPage(query);
  const { rows, totalCount } = await listExecutionRows(
    deps.db.kysely,
    {
      companyId: caller.companyId,
      accountUserId: caller.role === "Admin" ? null : caller.accountUserId,
      toolSlug: query.toolSlug ?? null,
      connectionId: query.connectionId ?? null,
      isSuccess: query.isSuccess ?? null,
      from: readDate(query.from),
      to: readDate(query.to),
    },
    page,
  );
  return renderPage(rows.map(renderExecution), totalCount, page);
}

/** As a date, since PostgreSQL reads years before 1 and after 9999 in its own spelling only. */
const readDate = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));
