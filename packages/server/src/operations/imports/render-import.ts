import type { ImportRecord } from "@bowline/contract";
import type { ImportRow } from "../../db/catalog/imports.ts";
import { renderDate, renderNullableDate } from "../page.ts";

export const renderImport = ({ accountUserId: _, result, ...row }: ImportRow): ImportRecord => ({
  ...row,
  result: result as ImportRecord["result"],
  startedDate: renderDate(row.startedDate),
  endedDate: renderNullableDate(row.endedDate),
});
