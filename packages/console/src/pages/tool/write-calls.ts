import { isObject } from "../../form/json-schema.ts";
import { buildRequest, type ToolRun } from "./tool-run.ts";

/** A run written for another client. */
export interface WrittenCall {
  name: string;
  code: string;
}

/** Writes a run as calls of other clients. They name the key's variable, and never contain a key. */
export function writeCalls(run: ToolRun, serverUrl: string): WrittenCall[] {
  return [
    { name: "curl", code: writeCurl(run, serverUrl) },
    { name: "TypeScript", code: writeSdk(run, serverUrl) },
    { name: "Command line", code: writeCommand(run) },
    { name: "MCP", code: writeMcp(run) },
  ];
}

function writeCurl(run: ToolRun, serverUrl: string): string {
  const query = new URLSearchParams({
    ...(run.toolsetId !== null && { toolsetId: run.toolsetId }),
    ...(run.connectionId !== null && { connectionId: String(run.connectionId) }),
  }).toString();
  const url = `${serverUrl}/v1/tools/${encodeURIComponent(run.toolSlug)}/execute${query === "" ? "" : `?${query}`}`;
  return [
    `curl -s ${quote(url)} \\`,
    '  -H "x-api-key: $BOWLINE_API_KEY" -H "content-type: application/json" \\',
    `  -d ${quote(JSON.stringify(buildRequest(run), null, 2))}`,
  ].join("\n");
}

function writeSdk(run: ToolRun, serverUrl: string): string {
  const { fields, ...others } = buildRequest(run);
  const options = {
    ...(run.toolsetId !== null && { toolsetId: run.toolsetId }),
    ...(run.connectionId !== null && { connectionId: run.connectionId }),
  };
  const words = [JSON.stringify(run.toolSlug), writeLiteral({ fields, ...others })];
  if (Object.keys(options).length > 0) {
    words.push(writeLiteral(options));
  }
  return [
    'import { Bowline } from "@bowline/sdk";',
    "",
    "// The key is read from BOWLINE_API_KEY.",
    `const bowline = new Bowline({ baseUrl: ${JSON.stringify(serverUrl)} });`,
    `const result = await bowline.tools.execute(${words.join(", ")});`,
  ].join("\n");
}

function writeCommand(run: ToolRun): string {
  const { fields, contextValue, filters, sort, top } = buildRequest(run);
  const words = Object.entries(fields ?? {}).map(([name, value]) =>
    typeof value === "string" && !value.startsWith("@")
      ? `-f ${quote(`${name}=${value}`)}`
      : `-F ${quote(`${name}=${JSON.stringify(value)}`)}`,
  );
  words.push(
    ...(filters ?? []).map(
      ({ fieldName, operator, value }) => `--filter ${quote(`${fieldName} ${operator} ${value}`.trim())}`,
    ),
    ...(sort ?? []).map(
      ({ fieldName, orderDirection }) => `--sort ${quote(`${orderDirection === -1 ? "-" : ""}${fieldName}`)}`,
    ),
    ...(top ? [`--top ${top}`] : []),
    ...(contextValue ? [`--context ${quote(contextValue)}`] : []),
    ...(run.connectionId === null ? [] : [`--connection ${run.connectionId}`]),
    ...(run.toolsetId === null ? [] : [`--toolset ${run.toolsetId}`]),
  );
  return [`npx bowline execute ${run.toolSlug}`, ...words].join(" \\\n  ");
}

/** At a toolset's address a tool has its own name there; for all tools there is one that runs any of them. */
function writeMcp(run: ToolRun): string {
  const { fields, filters, sort, top } = buildRequest(run);
  const results = { ...(filters && { filters }), ...(sort && { sort }), ...(top && { top }) };
  const hasResults = Object.keys(results).length > 0;
  const params =
    run.toolsetId === null
      ? {
          name: "bowline_execute_tool",
          arguments: {
            toolSlug: run.toolSlug,
            fields,
            ...(run.connectionId !== null && { connectionId: run.connectionId }),
            ...(hasResults && { results }),
          },
        }
      : { name: run.toolSlug, arguments: { ...fields, ...(hasResults && { _results: results }) } };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, null, 2);
}

/** Quotes a word for a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

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
