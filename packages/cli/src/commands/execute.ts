import {
  type ActivityCondition,
  type ActivitySort,
  filterOperators,
  type ToolExecuteRequest,
  type ToolExecuteResponse,
} from "@bowline/sdk";
import { ReportedFailure, UsageError } from "../errors.ts";
import { loadTool } from "../fields/load-tool.ts";
import { readInput } from "../fields/read-input.ts";
import { readText } from "../fields/read-text.ts";
import { cleanText } from "../output/clean-text.ts";
import type { Output } from "../output/output.ts";
import type { Session } from "../session.ts";

export interface ExecuteFlags {
  text: string[];
  field: string[];
  input?: string;
  filter: string[];
  sort: string[];
  top?: number;
  offset?: number;
  context?: string;
  dryRun?: boolean;
  idempotencyKey?: string;
  connection?: number;
  toolset?: string;
}

/** Runs a tool. @param words the slug and the tool's flags @param options names of the command's own options */
export async function execute(
  session: Session,
  words: string[],
  flags: ExecuteFlags,
  options: ReadonlySet<string>,
): Promise<void> {
  const [slug, ...inputWords] = words;
  const isHelp = words.includes("--help") || words.includes("-h");
  if (slug === undefined || slug.startsWith("-")) {
    throw new UsageError("Write the tool's slug first: bowline execute SLUG --name value");
  }
  const load = () => session.wait("Reading the catalog", () => loadTool(session, slug, flags.toolset));
  if (isHelp) {
    const { renderToolHelp } = await import("../fields/render-help.ts");
    const tool = await load();
    if (session.output.isJson) {
      session.output.printJson(tool);
    } else {
      session.output.writeLine(renderToolHelp(tool, options));
    }
    return;
  }
  const fields = await readInput(
    { input: flags.input, texts: flags.text, jsons: flags.field, words: inputWords, options },
    async () => (await load()).inputSchema ?? {},
    readText,
  );
  const request: ToolExecuteRequest = {
    fields,
    ...(flags.filter.length > 0 && { filters: flags.filter.map(readFilter) }),
    ...(flags.sort.length > 0 && { sort: flags.sort.map(readSort) }),
    ...(flags.top !== undefined && { top: flags.top }),
    ...(flags.offset !== undefined && { offset: flags.offset }),
    ...(flags.context !== undefined && { contextValue: flags.context }),
  };
  await run(session, slug, request, flags);
}

async function run(
  { bowline, output, wait }: Session,
  slug: string,
  request: ToolExecuteRequest,
  flags: ExecuteFlags,
): Promise<void> {
  const call = bowline().tools.execute(slug, request, {
    toolsetId: flags.toolset,
    connectionId: flags.connection,
    dryRun: flags.dryRun,
    ...(flags.idempotencyKey !== undefined && { idempotencyKey: flags.idempotencyKey }),
  });
  const response = await wait(`Running ${cleanText(slug)}`, () => call.withResponse());
  const { data, headers } = response;
  if (output.isJson) {
    output.printJson(data);
  } else {
    printResult(output, data);
    noteFailure(output, data, headers);
  }
  noteIncomplete(output, headers);
  if (!data.isSuccess) {
    throw new ReportedFailure(3);
  }
}

function printResult(output: Output, data: ToolExecuteResponse): void {
  if (data.isSuccess && typeof data.output === "string") {
    output.printText(data.output);
  } else if (data.isSuccess) {
    output.printJson(data.output);
  }
}

/** An empty list may come from a misspelled field, and a list may lack results: whoever reads it must know. */
function noteIncomplete(output: Output, headers: Headers): void {
  const warning = headers.get("x-bowline-warning");
  if (warning !== null) {
    output.note(`Warning: ${warning}`);
  }
  const cut = headers.get("x-bowline-results-cut");
  if (cut !== null) {
    const certainty = cut === "repeated" || cut === "page" ? "may not be" : "are not";
    output.note(`Warning: these ${certainty} all results. ${cutReasons[cut] ?? `The reason is: ${cut}.`}`);
  }
}

const cutReasons: Record<string, string> = {
  page: "The application's largest page was full, and no way to the next one is known.",
  pages: "One call reads at most 20 pages.",
  time: "The time of one call was over.",
  bytes: "The size of one call was reached.",
  link: "The next page has another origin, which is never called.",
  repeated: "The application came back to a page that was read before.",
  rows: "The database had more rows than one statement returns.",
};

function noteFailure(output: Output, data: ToolExecuteResponse, headers: Headers): void {
  if (data.isSuccess) {
    return;
  }
  const kind = headers.get("x-bowline-failure-kind");
  const approvalId = headers.get("x-bowline-approval-id");
  output.note(`Error: ${cleanText(data.errorMessage ?? "The tool failed.")}`);
  if (kind !== null) {
    output.note(`Kind of failure: ${kind}`);
  }
  if (approvalId !== null) {
    output.note(`Approve it with \`bowline approvals approve ${approvalId}\`, then run it again.`);
  }
  if (data.historyId !== null) {
    output.note(`Record: \`bowline history show ${data.historyId}\``);
  }
}

/** Reads a filter such as `state eq open`. */
function readFilter(text: string): ActivityCondition {
  const match = /^(?<fieldName>\S+)\s+(?<operator>\S+)(?:\s+(?<value>.*))?$/s.exec(text.trim());
  const operator = filterOperators.find((one) => one === match?.groups?.operator);
  const { fieldName, value } = match?.groups ?? {};
  const needsValue = operator !== "isNull" && operator !== "isNotNull";
  if (fieldName === undefined || operator === undefined || (needsValue && value === undefined)) {
    throw new UsageError(
      `The filter "${text}" is not in the form "field operator value". The operators are ${filterOperators.join(", ")}.`,
    );
  }
  return { fieldName, operator, value: value ?? "" };
}

/** Reads `created`, or `-created` for descending. */
const readSort = (text: string): ActivitySort =>
  text.startsWith("-")
    ? { fieldName: text.slice(1), orderDirection: -1 }
    : { fieldName: text, orderDirection: 1 };
