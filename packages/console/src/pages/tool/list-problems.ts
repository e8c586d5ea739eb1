import { ApiError } from "@bowline/sdk";
import type { Problem } from "../../form/describe-problem.ts";
import type { Input } from "../../form/tool-form.tsx";
import { getAt, readPath } from "../../form/values.ts";
import type { Overrides } from "./run-options.tsx";
import type { Outcome } from "./use-run.ts";

/** Lists what the server found wrong in members of the input that have not changed since. */
export function listInputProblems(outcome: Outcome | null, input: Input): Problem[] {
  if (outcome?.kind !== "refused") {
    return [];
  }
  return listDetails(outcome.error).flatMap(({ field, issue }) => {
    const path = readPath(field.replace(/^(fields|subItems)\.?/, ""));
    const isOfInput = /^(fields|subItems)\b/.test(field);
    const isSame = JSON.stringify(getAt(input, path)) === JSON.stringify(getAt(outcome.run.input, path));
    return isOfInput && isSame ? [{ path, message: issue }] : [];
  });
}

/** Finds what the server found wrong in the connection's fields, by name, as long as they have not changed since. */
export function findOverrideIssues(
  outcome: Outcome | null,
  overrides: Overrides,
): ReadonlyMap<string, string> {
  if (outcome?.kind !== "refused") {
    return new Map();
  }
  return new Map(
    listDetails(outcome.error).flatMap(({ field, issue }) => {
      const index = /^customConnectionData\[(\d+)\]/.exec(field)?.[1];
      const sent = index === undefined ? undefined : outcome.run.overrides[Number(index)];
      return sent !== undefined && overrides[sent.fieldName] === sent.value
        ? [[sent.fieldName, issue] as const]
        : [];
    }),
  );
}

const listDetails = (error: unknown) => (error instanceof ApiError ? error.details : []);
