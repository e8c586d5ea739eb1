import { readPointer, type ToolPaging } from "@bowline/catalog";
import type { Success } from "../../outcome.ts";
import { RequestBuildError } from "../../request-build-error.ts";
import type { BuiltHttpRequest } from "../build-request.ts";
import { buildLinkRequest } from "./link-request.ts";
import { findNextLink } from "./next-link.ts";

/** What one page was asked with. */
export interface PageRequest {
  request: BuiltHttpRequest;
  input: Readonly<Record<string, unknown>>;
  /** Tells pages apart: number, offset, cursor or address. One that comes again is a circle. */
  key: string;
}

/** How requests of further pages are made. */
export interface PageBuilder {
  paging: ToolPaging;
  first: BuiltHttpRequest;
  /** @throws RequestBuildError */
  build(input: Record<string, unknown>): BuiltHttpRequest;
}

/**
 * The page after one: `end` when there is none, `refused` when its address is of another origin, `unusable` when its cursor
 * cannot be written into a request.
 */
export type FoundPage = PageRequest | "end" | "refused" | "unusable";

const maxCursorLength = 16 * 1024;

/** What the first page is called. */
export function keyOfFirst(
  paging: ToolPaging,
  first: BuiltHttpRequest,
  input: Readonly<Record<string, unknown>>,
): string {
  switch (paging.kind) {
    case "pageNumber":
      return String(input[paging.parameter] ?? paging.firstPage ?? 1);
    case "offset":
      return String(input[paging.parameter] ?? 0);
    case "cursor":
      return String(input[paging.parameter] ?? "");
    default:
      return first.url;
  }
}

export function findNextPage(
  builder: PageBuilder,
  page: PageRequest,
  answer: Success,
  resultCount: number,
): FoundPage {
  const { paging } = builder;
  if ("hasMorePath" in paging && paging.hasMorePath !== undefined) {
    if (readPointer(answer.output, paging.hasMorePath) === false) {
      return "end";
    }
  }
  switch (paging.kind) {
    case "pageNumber":
      return isLast(paging, page, resultCount)
        ? "end"
        : askWith(builder, page, paging.parameter, Number(page.key) + 1);
    case "offset":
      return isLast(paging, page, resultCount)
        ? "end"
        : askWith(builder, page, paging.parameter, Number(page.key) + resultCount);
    case "cursor":
      return askWith(
        builder,
        page,
        paging.parameter,
        readCursor(readPointer(answer.output, paging.cursorPath)),
      );
    case "linkHeader":
      return follow(builder, page, findNextLink(answer.executionInfo.headers?.link));
    case "bodyLink":
      return follow(builder, page, readPointer(answer.output, paging.linkPath));
  }
}

/** Nothing came, or fewer than asked of an application whose largest page is known. */
function isLast(
  { sizeParameter, maxSize }: ToolPaging,
  { input }: PageRequest,
  resultCount: number,
): boolean {
  if (resultCount === 0 || sizeParameter === undefined || maxSize === undefined) {
    return resultCount === 0;
  }
  const asked = input[sizeParameter];
  return typeof asked === "number" && asked <= maxSize && resultCount < asked;
}

function askWith(
  builder: PageBuilder,
  page: PageRequest,
  parameter: string,
  position: number | string | null,
): FoundPage {
  if (position === null) {
    return "end";
  }
  const input = { ...page.input, [parameter]: position };
  try {
    return { request: builder.build(input), input, key: String(position) };
  } catch (error) {
    if (error instanceof RequestBuildError) {
      return "unusable";
    }
    throw error;
  }
}

function readCursor(value: unknown): number | string | null {
  if (typeof value === "string") {
    return value === "" || value.length > maxCursorLength ? null : value;
  }
  return typeof value === "number" ? value : null;
}

function follow({ first }: PageBuilder, page: PageRequest, link: unknown): FoundPage {
  if (typeof link !== "string" || link === "") {
    return "end";
  }
  const request = buildLinkRequest(first, link);
  return request === null ? "refused" : { request, input: page.input, key: request.url };
}
