import type { ResponseFailure } from "@bowline/catalog";
// Only this part: every thread would load the whole catalog.
import { readPointer } from "@bowline/catalog/json-pointer";
import { introduce } from "./describe-failure.ts";
import { tidyMessage } from "./downstream-message.ts";
import type { FailureKind } from "./outcome.ts";

/** The failure that an application reports with a status of success; null when it reports none. */
export function findResponseFailure(
  rule: ResponseFailure,
  headers: Readonly<Record<string, string>>,
  output: unknown,
): { kind: FailureKind; message: string } | null {
  const paths = [rule.path, ...(rule.otherPaths ?? [])];
  if (!paths.some((path) => isFailure(rule, readPointer(output, path)))) {
    return null;
  }
  const messagePaths = [rule.messagePath ?? []].flat();
  const codes = [rule.codePath ?? messagePaths[0] ?? []].flat().map((path) => readPointer(output, path));
  const code = codes.find((one) => readText(one) !== null);
  const kind = findKind(rule, code);
  const texts = [...messagePaths.map((path) => readPointer(output, path)), rule.codePath && code]
    .map(readText)
    .filter((text) => text !== null);
  const said = tidyMessage(texts.join(": "));
  return { kind, message: `${introduce(kind, null, headers)}${said === null ? "." : `: ${said}`}` };
}

function isFailure({ equals, notEquals }: ResponseFailure, value: unknown): boolean {
  if (equals !== undefined) {
    return value === equals;
  }
  if (notEquals !== undefined) {
    return value !== undefined && value !== notEquals;
  }
  const isEmpty =
    value == null || value === false || value === "" || (Array.isArray(value) && value.length === 0);
  return !isEmpty;
}

function findKind({ kinds = {} }: ResponseFailure, code: unknown): FailureKind {
  for (const [kind, codes] of Object.entries(kinds)) {
    if (codes?.some((one) => one === code)) {
      return kind as keyof typeof kinds;
    }
  }
  return "downstreamRefused";
}

function readText(value: unknown): string | null {
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}
