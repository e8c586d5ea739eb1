import type { ExecutionSummary } from "@bowline/contract";
import type { ExecutionSummaryRow } from "../../db/history/executions.ts";
import { renderDate } from "../page.ts";

export function renderExecution({
  companyId: _,
  createdDate,
  dataSize,
  ...row
}: ExecutionSummaryRow): ExecutionSummary {
  return {
    ...row,
    dataSize: dataSize === null ? null : Number(dataSize),
    createdDate: renderDate(createdDate),
  };
}
