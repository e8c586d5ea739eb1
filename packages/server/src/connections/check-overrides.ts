import type { ToolExecuteRequest } from "@bowline/contract";
import { invalid, type Problem } from "../api-error.ts";
import type { ConnectionRow } from "../db/connections.ts";

type Overrides = NonNullable<ToolExecuteRequest["customConnectionData"]>;

const noValues: Readonly<Record<string, string>> = Object.freeze({});

/**
 * The values that replace fields of the connection for this call, by name.
 *
 * @throws ApiError `VALIDATION_ERROR` for every field that is unknown or not marked overridable (contract, execute, rule 3)
 */
export function checkOverrides(
  connection: ConnectionRow | null,
  overrides: Overrides | null | undefined,
): Readonly<Record<string, string>> {
  if (!overrides || overrides.length === 0) {
    return noValues;
  }
  const fields = new Map(connection?.method.fields.map((field) => [field.fieldName, field]));
  const problems: Problem[] = [];
  const values: Record<string, string> = {};
  for (const [index, { fieldName, value }] of overrides.entries()) {
    const field = fields.get(fieldName);
    const place = `customConnectionData[${index}]`;
    if (!field?.overridable) {
      problems.push({
        field: `${place}.fieldName`,
        issue: `"${fieldName}" is not an overridable field of the connection.`,
      });
    } else if (Object.hasOwn(values, fieldName)) {
      problems.push({ field: `${place}.fieldName`, issue: `"${fieldName}" is overridden more than once.` });
    } else if (field.enum && !field.enum.includes(value)) {
      problems.push({ field: `${place}.value`, issue: `Must be one of ${field.enum.join(", ")}.` });
    }
    values[fieldName] = value;
  }
  if (problems.length > 0) {
    throw invalid(problems);
  }
  return values;
}
