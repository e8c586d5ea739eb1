import { buildRequest } from "../tool-run.ts";
import { quote, writeHereDocument } from "./shell.ts";
import type { ShownRun } from "./show-run.ts";
import { writeQuery } from "./write-query.ts";

export function writeCurl(run: ShownRun, serverUrl: string): string {
  const url = `${serverUrl}/v1/tools/${encodeURIComponent(run.toolSlug)}/execute${writeQuery(run)}`;
  const json = JSON.stringify(buildRequest(run), null, 2);
  return [
    `curl -s ${quote(url)} \\`,
    '  -H "x-api-key: $BOWLINE_API_KEY" \\',
    '  -H "content-type: application/json" \\',
    ...(run.idempotencyKey === null ? [] : [`  -H ${quote(`idempotency-key: ${run.idempotencyKey}`)} \\`]),
    run.files.size === 0 ? `  -d ${quote(json)}` : `  --data-binary @- ${writeHereDocument(json, run.files)}`,
  ].join("\n");
}
