import type { ToolPaging } from "../../manifest/tool-paging.ts";
import { namedEntriesOf, recordOf, type UncheckedRecord } from "../../record.ts";
import { toSnakeCase } from "../../slugs.ts";
import type { HttpTool } from "../../tool.ts";
import type { References } from "../document/references.ts";
import { type EnvelopeMember, listEnvelopeMembers } from "./envelope-members.ts";
import { findLargestPage } from "./largest-page.ts";
import { scalarTypesOf } from "./scalar-types.ts";

/** A query parameter with one plain value. */
interface Parameter {
  /** In snake case. */
  name: string;
  input: string;
  types: readonly string[];
  schema: UncheckedRecord;
}

const sizeNames = ["per_page", "page_size", "limit", "max_results", "results_per_page", "size", "count"];
const pageNames = ["page", "page_number"];
const moreNames = ["has_more", "more", "has_next_page", "has_next"];
const totalNames = ["total", "total_count", "total_results", "total_items"];
const linkNames = [
  "next_url",
  "next_link",
  "next_href",
  "next_page_url",
  "next_page_link",
  "next_page_uri",
  "odata_next_link",
];

/**
 * Detects the paging of a GET with a list. Undefined when anything is uncertain. In this order:
 *
 * - by a page's number and size: by the `Link` header when the response declares one, else by number when the document says
 *   whether pages begin at 0 or at 1;
 * - by a cursor: a parameter `cursor` and a member `next_cursor` of the response, or `next/cursor`;
 * - by an address in the response, such as `links/next` or `next_page_url`;
 * - by an offset and a limit. If nothing in the response says that there may be more, the offset must not be one of pages.
 *
 * @param source the schema of the response as it stands in the document
 */
export function detectPaging(
  tool: Omit<HttpTool, "slug">,
  declaration: UncheckedRecord,
  source: unknown,
  references: References,
): ToolPaging | undefined {
  if (tool.binding.method !== "GET" || tool.resultsPath === null) {
    return undefined;
  }
  const parameters = listParameters(tool);
  const size = parameters.find(({ name, types }) => sizeNames.includes(name) && types.some(isNumeric));
  const maxSize = size && findLargestPage(size.schema);
  const pageSize = {
    ...(size !== undefined && { sizeParameter: size.input }),
    ...(maxSize !== undefined && { maxSize }),
  };
  const members = listEnvelopeMembers(source, references);
  return (
    detectPages(parameters, pageSize, declaration, references) ??
    detectCursor(parameters, pageSize, members) ??
    detectLink(pageSize, members) ??
    detectOffset(parameters, pageSize, members)
  );
}

type PageSize = Pick<ToolPaging, "sizeParameter" | "maxSize">;

function listParameters({ binding, inputSchema }: Omit<HttpTool, "slug">): Parameter[] {
  const properties = recordOf(inputSchema.properties);
  return binding.parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, input }) => {
      const schema = recordOf(properties[input]);
      return { name: toSnakeCase(name), input, types: scalarTypesOf(schema), schema };
    });
}

const isNumeric = (type: string): boolean => type === "integer" || type === "number";

const findInteger = (parameters: readonly Parameter[], names: readonly string[]): Parameter | undefined =>
  parameters.find(({ name, types }) => names.includes(name) && types.includes("integer"));

function detectPages(
  parameters: readonly Parameter[],
  pageSize: PageSize,
  declaration: UncheckedRecord,
  references: References,
): ToolPaging | undefined {
  const page = findInteger(parameters, pageNames);
  if (page === undefined || pageSize.sizeParameter === undefined) {
    return undefined;
  }
  if (declaresLink(declaration, references)) {
    return { kind: "linkHeader", parameter: page.input, ...pageSize };
  }
  const firstPage = findFirstPage(page.schema);
  return firstPage && { kind: "pageNumber", parameter: page.input, firstPage: firstPage.number, ...pageSize };
}

/** Matches what a description says of the first page's number, such as `Starts at 1`, `default: 0` or `1-based`. */
const firstPageTexts = [
  /\b(?:starts?|starting|begins?|beginning) (?:at|from|with)(?: and defaults to)? ([01])\b/gi,
  /\bdefaults?(?: value| page)?(?: is| to|:|=)? ?[`'"]?([01])\b/gi,
  /\b([01]) by default\b/gi,
  /\bfirst page is(?: page)? ?[`'"]?([01])\b/gi,
  /\b(0|1|zero|one)[- ]based\b/gi,
];

/** Finds the number of the first page. Undefined when the document does not say it, or says both. */
function findFirstPage({
  default: usual,
  minimum,
  description,
}: UncheckedRecord): { number: 0 | 1 } | undefined {
  if (usual === 1 || minimum === 1) {
    return { number: 1 };
  }
  if (usual === 0) {
    return { number: 0 };
  }
  const text = typeof description === "string" ? description : "";
  const found = firstPageTexts.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, number = ""]) => /1|one/i.test(number)),
  );
  const isOne = found.every(Boolean);
  return found.length > 0 && (isOne || !found.some(Boolean)) ? { number: isOne ? 1 : 0 } : undefined;
}

function declaresLink({ responses }: UncheckedRecord, references: References): boolean {
  return namedEntriesOf(responses).some(([status, value]) => {
    const headers = references.followToRecord(value)?.headers;
    return status.startsWith("2") && namedEntriesOf(headers).some(([name]) => name.toLowerCase() === "link");
  });
}

function detectCursor(
  parameters: readonly Parameter[],
  pageSize: PageSize,
  members: readonly EnvelopeMember[],
): ToolPaging | undefined {
  for (const { name, input, types } of parameters.filter((one) => !sizeNames.includes(one.name))) {
    const next = members.find(
      (member) =>
        isNext(member.names, name) && !isLink(member) && member.types.some((type) => types.includes(type)),
    );
    if (next !== undefined) {
      const more = members.find(
        (member) => isFlag(member) && member.parentPointer === next.parentPointer,
      )?.pointer;
      return {
        kind: "cursor",
        parameter: input,
        cursorPath: next.pointer,
        ...pageSize,
        ...(more !== undefined && { hasMorePath: more }),
      };
    }
  }
  return undefined;
}

/** Names that say of themselves that they go on, such as `nextToken`. They may stand in the request and in the response alike. */
const goesOn = /^(?:next_.*|continuation_.*|continue)$/;

/** Whether a member at this place holds the parameter's next value. */
function isNext(names: readonly string[], parameter: string): boolean {
  const [last, parent] = [names.at(-1), names.at(-2)];
  return (
    // `pagetoken` goes on at `next_page_token`.
    last?.replaceAll("_", "") === `next${parameter.replaceAll("_", "")}` ||
    (last === parameter && (parent === "next" || goesOn.test(parameter))) ||
    (last === "next" && [parameter, `${parameter}s`, parameter.replace(/_token$/, "")].includes(parent ?? ""))
  );
}

const isFlag = ({ names, types }: EnvelopeMember): boolean =>
  types.includes("boolean") && moreNames.includes(names.at(-1) ?? "");

function detectLink(pageSize: PageSize, members: readonly EnvelopeMember[]): ToolPaging | undefined {
  const link = members.find((member) => member.types.includes("string") && isLink(member));
  return link && { kind: "bodyLink", linkPath: link.pointer, ...pageSize };
}

function isLink({ names, format }: EnvelopeMember): boolean {
  const [last = "", parent] = [names.at(-1), names.at(-2)];
  return (
    linkNames.includes(last) ||
    (last === "next" && (parent === "links" || /^(?:uri|uri-reference|url)$/.test(format))) ||
    (last === "href" && parent === "next")
  );
}

function detectOffset(
  parameters: readonly Parameter[],
  pageSize: PageSize,
  members: readonly EnvelopeMember[],
): ToolPaging | undefined {
  const offset = findInteger(parameters, ["offset"]);
  if (offset === undefined || pageSize.sizeParameter === undefined) {
    return undefined;
  }
  const more = members.find(isFlag);
  const isCounted = members.some(
    ({ names, types }) => types.includes("integer") && totalNames.includes(names.at(-1) ?? ""),
  );
  return more !== undefined || isCounted || !countsPages(offset)
    ? { kind: "offset", parameter: offset.input, ...pageSize, ...(more && { hasMorePath: more.pointer }) }
    : undefined;
}

/** Whether a parameter may count pages instead of records, by its description. */
const countsPages = ({ schema: { description } }: Parameter): boolean =>
  typeof description === "string" && /\bpages?\b/i.test(description);
