import type { ToolExecuteRequest } from "@bowline/contract";
import { invalid, type Problem } from "../api-error.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import { findValueIssue } from "./check-fields.ts";
import { findUnusable } from "./check-usable.ts";
import type { DescribedApplication } from "./find-origin-change.ts";
import { listOverridableFields } from "./list-overridable-fields.ts";

type Overrides = NonNullable<ToolExecuteRequest["customConnectionData"]>;

const noValues: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Returns the values that replace connection fields for this call, by name. The rules for values are the same as when a connection
 * is created (decisions D78).
 *
 * @throws ApiError `VALIDATION_ERROR` for every field that is unknown or not overridable (contract, execute, rule 3), and for
 *   every invalid value
 */
export function checkOverrides(
  connection: ConnectionRow | null,
  application: DescribedApplication,
  overrides: Overrides | null | undefined,
): Readonly<Record<string, string>> {
  if (!overrides || overrides.length === 0) {
    return noValues;
  }
  const overridable = connection === null ? [] : listOverridableFields(connection, application);
  const fields = new Map(overridable.map((field) => [field.fieldName, field]));
  const problems: Problem[] = [];
  const values: Record<string, string> = {};
  const placed: Record<string, string> = {};
  for (const [index, { fieldName, value }] of overrides.entries()) {
    const field = fields.get(fieldName);
    const place = `customConnectionData[${index}]`;
    // An address may lack a variable whose default is empty.
    const isEmptyDefault = value === "" && field?.default === "";
    const issue = field && !isEmptyDefault ? findValueIssue(field, value) : null;
    if (field === undefined) {
      problems.push({
        field: `${place}.fieldName`,
        issue: `"${fieldName}" is not an overridable field of the connection. ${listFields([...fields.keys()])}`,
      });
    } else if (Object.hasOwn(values, fieldName)) {
      problems.push({ field: `${place}.fieldName`, issue: `"${fieldName}" is overridden more than once.` });
    } else if (issue != null) {
      problems.push({ field: `${place}.value`, issue });
    }
    values[fieldName] = value;
    if (!isEmptyDefault) {
      placed[fieldName] = value;
    }
  }
  if (problems.length === 0 && connection !== null) {
    problems.push(...listUnusable(connection, application, overrides, placed));
  }
  if (problems.length > 0) {
    throw invalid(problems);
  }
  return values;
}

const listFields = (names: readonly string[]): string =>
  names.length === 0 ? "It has none." : `It has: ${names.join(", ")}.`;

function listUnusable(
  { method, environment, toolServers, fields }: ConnectionRow,
  { environments }: DescribedApplication,
  overrides: Overrides,
  values: Readonly<Record<string, string>>,
): Problem[] {
  const unusable = findUnusable({ environments, toolServers }, method, environment, { ...fields, ...values });
  return unusable.flatMap(({ fieldName, issue }) => {
    const index = overrides.findIndex((override) => override.fieldName === fieldName);
    return index < 0 ? [] : [{ field: `customConnectionData[${index}].value`, issue }];
  });
}
