import { listExecutionRows } from "../../db/executions.ts";
import type { Deps } from "../../deps.ts";
import type { Caller } from "../../identity/caller.ts";
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
      from: query.from ?? null,
      to: query.to ?? null,
    },
    page,
  );
  return renderPage(rows.map(renderExecution), totalCount, page);
}
