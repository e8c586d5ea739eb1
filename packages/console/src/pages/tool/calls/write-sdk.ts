import { isObject } from "../../../form/json-schema.ts";
import { buildRequest } from "../tool-run.ts";
import type { ShownRun } from "./show-run.ts";

export function writeSdk(run: ShownRun, serverUrl: string): string {
  const { toolSlug, toolsetId, connectionId, idempotencyKey, files } = run;
  const options = {
    ...(toolsetId !== null && { toolsetId }),
    ...(connectionId !== null && { connectionId }),
    ...(idempotencyKey !== null && { idempotencyKey }),
  };
  let request = writeLiteral(buildRequest(run));
  for (const [stand, name] of files) {
    const content = `readFileSync(${JSON.stringify(name)}).toString("base64")`;
    request = request.replaceAll(JSON.stringify(stand), () => content);
  }
  const words = [JSON.stringify(toolSlug), request];
  if (Object.keys(options).length > 0) {
    words.push(writeLiteral(options));
  }
  return [
    ...(files.size > 0 ? ['import { readFileSync } from "node:fs";'] : []),
    'import { Bowline } from "@bowline/sdk";',
    "",
    "// The key is read from BOWLINE_API_KEY.",
    `const bowline = new Bowline({ baseUrl: ${JSON.stringify(serverUrl)} });`,
    `const result = await bowline.tools.execute(${words.join(", ")});`,
  ].join("\n");
}

/** Writes JSON as a TypeScript literal. */
function writeLiteral(value: unknown, indent = ""): string {
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    return value.length === 0
      ? "[]"
      : `[\n${value.map((item) => `${deeper}${writeLiteral(item, deeper)},\n`).join("")}${indent}]`;
  }
  if (!isObject(value)) {
    return JSON.stringify(value) ?? "undefined";
  }
  const members = Object.entries(value).map(
    ([name, member]) =>
      `${deeper}${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${writeLiteral(member, deeper)},\n`,
  );
  return members.length === 0 ? "{}" : `{\n${members.join("")}${indent}}`;
}
