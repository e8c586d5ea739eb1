import { buildRequest } from "../tool-run.ts";
import { quote, writeHereDocument } from "./shell.ts";
import type { ShownRun } from "./show-run.ts";
import { writeQuery } from "./write-query.ts";

export function writeCommand(run: ShownRun): string {
  const request = buildRequest(run);
  if (run.overrides.length > 0) {
    // `execute` has no flag for them.
    const path = `tools/${encodeURIComponent(run.toolSlug)}/execute${writeQuery(run)}`;
    const body = writeHereDocument(JSON.stringify(request, null, 2), run.files);
    return `npx bowline api POST ${quote(path)} --input - ${body}`;
  }
  const { fields, contextValue, filters, sort, offset, top } = request;
  // A flag's name with a dot means a member inside of another, and ends at the first equals sign.
  const isWhole = run.files.size > 0 || Object.keys(fields ?? {}).some((name) => /[.=]/.test(name));
  const words = isWhole ? [] : Object.entries(fields ?? {}).map(writeField);
  words.push(
    ...(filters ?? []).map(
      ({ fieldName, operator, value }) => `--filter ${quote(`${fieldName} ${operator} ${value}`.trim())}`,
    ),
    ...(sort ?? []).map(
      ({ fieldName, orderDirection }) => `--sort ${quote(`${orderDirection === -1 ? "-" : ""}${fieldName}`)}`,
    ),
    ...(offset ? [`--offset ${offset}`] : []),
    ...(top ? [`--top ${top}`] : []),
    ...(contextValue ? [`--context ${quote(contextValue)}`] : []),
    ...(run.connectionId === null ? [] : [`--connection ${run.connectionId}`]),
    ...(run.toolsetId === null ? [] : [`--toolset ${run.toolsetId}`]),
    ...(run.idempotencyKey === null ? [] : [`--idempotency-key ${quote(run.idempotencyKey)}`]),
    ...(isWhole ? [`--input - ${writeHereDocument(JSON.stringify(fields, null, 2), run.files)}`] : []),
  );
  return [`npx bowline execute ${run.toolSlug}`, ...words].join(" \\\n  ");
}

const writeField = ([name, value]: [string, unknown]): string =>
  typeof value === "string" && !value.startsWith("@")
    ? `-f ${quote(`${name}=${value}`)}`
    : `-F ${quote(`${name}=${JSON.stringify(value)}`)}`;
