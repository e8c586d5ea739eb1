import type { Connection } from "@bowline/contract";
import type { CompanyCatalog } from "../../catalog/company-catalog.ts";
import { findStopReason } from "../../connections/find-origin-change.ts";
import { listOverridableFields } from "../../connections/list-overridable-fields.ts";
import { describeRefusal } from "../../connections/refused-credentials.ts";
import type { ConnectionRow } from "../../db/connections/connections.ts";
import type { Deps } from "../../deps.ts";
import { renderDate, renderNullableDate } from "../page.ts";

/** Renders a connection without its secrets (decisions D25). */
export function renderConnection(deps: Deps, catalog: CompanyCatalog, row: ConnectionRow): Connection {
  const application = catalog.findApplicationById(row.applicationId);
  const stopReason = application === undefined ? null : findStopReason(row, application);
  const refusal = row.status === "active" ? describeRefusal(row) : null;
  const overridable = application === undefined ? [] : listOverridableFields(row, application);
  return {
    connectionId: row.connectionId,
    name: row.name,
    applicationSlug: row.applicationSlug,
    applicationName: row.applicationName,
    authenticationId: row.authenticationId,
    environment: row.environment,
    status: stopReason !== null ? "error" : refusal !== null ? "expired" : row.status,
    statusReason: stopReason ?? row.statusReason ?? refusal,
    isDefault: row.isDefault,
    accountLabel: row.accountLabel,
    fields: row.fields,
    overridableFields: overridable.map((field) => field.fieldName),
    createdDate: renderDate(row.createdDate),
    updatedDate: renderNullableDate(row.updatedDate),
    lastUsedDate: renderNullableDate(deps.lastUsed.ofConnection(row.connectionId) ?? row.lastUsedDate),
  };
}
