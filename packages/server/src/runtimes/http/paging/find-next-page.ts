import { readParts, readPointer, splitPointer, type ToolPaging } from "@bowline/catalog";
import type { Success } from "../../outcome.ts";
import { RequestBuildError } from "../../request-build-error.ts";
import type { BuiltHttpRequest } from "../build-request.ts";
import { textOf } from "../serialize-parameter.ts";
import { buildLinkRequest } from "./link-request.ts";
import { findNextLink } from "./next-link.ts";

/** The request of one page. */
export interface PageRequest {
  request: BuiltHttpRequest;
  input: Readonly<Record<string, unknown>>;
  /** Identifies the page: its number, offset, cursor or address. A repeated key means an endless list. */
  key: string;
}

/** Builds the requests of further pages. */
export interface PageBuilder {
  paging: ToolPaging;
  first: BuiltHttpRequest;
  /** @throws RequestBuildError */
  build(input: Record<string, unknown>): BuiltHttpRequest;
}

/**
 * The next page. `end`: there is none. `refused`: its address has another origin. `unusable`: its cursor
 * cannot be written into a request.
 */
export type FoundPage = PageRequest | "end" | "refused" | "unusable";

const maxCursorLength = 16 * 1024;

/** Returns the key of the first page. */
export function keyOfFirst(
  paging: ToolPaging,
  first: BuiltHttpRequest,
  input: Readonly<Record<string, unknown>>,
): string {
  switch (paging.kind) {
    case "pageNumber":
      return textOf(input[paging.parameter] ?? paging.firstPage ?? 1);
    case "offset":
      return textOf(input[paging.parameter] ?? 0);
    case "cursor":
      return textOf(input[paging.parameter]);
    default:
      return first.url;
  }
}

export function findNextPage(
  builder: PageBuilder,
  page: PageRequest,
  outcome: Success,
  resultCount: number,
): FoundPage {
  const { paging } = builder;
  if ("hasMorePath" in paging && paging.hasMorePath !== undefined) {
    if (readPointer(outcome.output, paging.hasMorePath) === false) {
      return "end";
    }
  }
  switch (paging.kind) {
    case "pageNumber":
      return isLast(paging, page, resultCount)
        ? "end"
        : buildPage(builder, page, paging.parameter, Number(page.key) + 1);
    case "offset":
      return isLast(paging, page, resultCount)
        ? "end"
        : buildPage(builder, page, paging.parameter, Number(page.key) + resultCount);
    case "cursor": {
      const cursor = readCursor(readCursorPath(outcome.output, paging.cursorPath));
      const isEnd = isLastRecord(paging.cursorPath) ? isLast(paging, page, resultCount) : isZero(cursor);
      return isEnd ? "end" : buildPage(builder, page, paging.parameter, cursor);
    }
    case "linkHeader":
      return buildLinkPage(builder, page, findNextLink(outcome.executionInfo.headers?.link));
    case "bodyLink":
      return buildLinkPage(builder, page, readPointer(outcome.output, paging.linkPath));
  }
}

/** Whether the page is empty, or shorter than requested from an application whose largest page is known. */
function isLast(
  { sizeParameter, maxSize }: ToolPaging,
  { input }: PageRequest,
  resultCount: number,
): boolean {
  if (resultCount === 0 || sizeParameter === undefined || maxSize === undefined) {
    return resultCount === 0;
  }
  const size = input[sizeParameter];
  return typeof size === "number" && size <= maxSize && resultCount < size;
}

function buildPage(
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

/** A next cursor of 0 ends a list, as in Redis: it would lead back to the first page. */
const isZero = (cursor: number | string | null): boolean => cursor === 0 || cursor === "0";

const isLastRecord = (cursorPath: string): boolean => splitPointer(cursorPath).includes("-");

/** Reads a JSON Pointer in which `-` is the last entry of a list. */
function readCursorPath(output: unknown, cursorPath: string): unknown {
  let found = output;
  for (const part of splitPointer(cursorPath)) {
    found = part === "-" && Array.isArray(found) ? found.at(-1) : readParts(found, [part]);
  }
  return found;
}

function readCursor(value: unknown): number | string | null {
  if (typeof value === "string") {
    return value === "" || value.length > maxCursorLength ? null : value;
  }
  return typeof value === "number" ? value : null;
}

function buildLinkPage({ first }: PageBuilder, page: PageRequest, link: unknown): FoundPage {
  if (typeof link !== "string" || link === "") {
    return "end";
  }
  const request = buildLinkRequest(first, link);
  return request === null ? "refused" : { request, input: page.input, key: request.url };
}
