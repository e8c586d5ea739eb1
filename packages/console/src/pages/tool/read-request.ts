import type { ToolExecuteRequest } from "@bowline/sdk";
import { isObject } from "../../form/json-schema.ts";
import type { Input } from "../../form/tool-form.tsx";
import type { ResultOptions } from "../../result/result-controls.tsx";
import type { Overrides } from "./run-options.tsx";

/** What the history shows in place of a secret. */
const masked = "***";

/** The input of a recorded request. Its `subItems` were members of the input like those in `fields`. */
const readRecordedInput = ({ fields, subItems }: ToolExecuteRequest): Input => ({ ...fields, ...subItems });

/** Reads the input of a recorded request. Secrets are not recorded, and what stands for them would be sent in their place. */
export const readInput = (request: ToolExecuteRequest): Input =>
  dropMasked(readRecordedInput(request)) as Input;

/** Whether the input of a recorded request had secrets. */
export const hadSecrets = (request: ToolExecuteRequest | null): boolean =>
  request !== null && hasMasked(readRecordedInput(request));

function dropMasked(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.filter((item) => item !== masked).map(dropMasked);
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, member]) =>
          member === masked ? [] : [[name, dropMasked(member)]],
        ),
      )
    : value;
}

function hasMasked(value: unknown): boolean {
  return typeof value === "object" && value !== null
    ? Object.values(value).some(hasMasked)
    : value === masked;
}

/** Reads how the results of a recorded request were shaped. */
export function readOptions(request: ToolExecuteRequest | null): ResultOptions {
  return {
    filters: request?.filters ?? [],
    sort: request?.sort ?? [],
    top: request?.top ?? null,
    offset: request?.offset ?? 0,
  };
}

/** Reads the connection's fields that a recorded request replaced. Secrets are not recorded. */
export function readOverrides(request: ToolExecuteRequest | null): Overrides {
  const items = request?.customConnectionData ?? [];
  return Object.fromEntries(
    items.flatMap(({ fieldName, value }) => (value === masked ? [] : [[fieldName, value]])),
  );
}
