import { z } from "zod";
import { jsonPointer } from "./json-pointer.ts";

/** Name of a member of the tool's input. A mark in a document may use the parameter's name instead. */
const inputName = z.string().min(1).max(200);

const pageSize = {
  /** Input that sets the page size. Without it the application chooses the size. */
  sizeParameter: inputName.optional(),
  /**
   * The application's largest page size, in results. The gateway requests no larger page. A page shorter than requested is
   * the last one. Default: the parameter's `maximum`, or a smaller one in its description. Without any, the gateway requests no size.
   */
  maxSize: z.int().min(1).max(1_000_000).optional(),
};

const beginning = {
  /** Input by which a caller starts at another page, such as `page`. When it is given, the gateway does not change the page size. */
  parameter: inputName.optional(),
};

const hasMore = {
  /** Path of the member that is false on the last page. */
  hasMorePath: jsonPointer.optional(),
};

/**
 * How a tool pages its results, so that the gateway can follow the pages. The list is at the tool's `resultsPath` on every
 * page. With page numbers and offsets, an empty page is the last one.
 */
export const toolPaging = z.discriminatedUnion("kind", [
  /** Pages are numbered. */
  z.strictObject({
    kind: z.literal("pageNumber"),
    /** Input that holds the page's number. */
    parameter: inputName,
    /** Number of the first page. Default 1. */
    firstPage: z.int().min(0).max(1).optional(),
    ...pageSize,
    ...hasMore,
  }),
  /** Each request says how many results to skip. */
  z.strictObject({
    kind: z.literal("offset"),
    /** Input that holds how many results to skip. */
    parameter: inputName,
    ...pageSize,
    ...hasMore,
  }),
  /** Each page holds the cursor of the next page. */
  z.strictObject({
    kind: z.literal("cursor"),
    /** Input that takes the cursor. */
    parameter: inputName,
    /**
     * Path of the next page's cursor in the response. The list ends when it is absent, null or `""`. A part `-` is the last record of
     * a list, for an application whose cursor is the id of the last record: `/data/-/id`.
     */
    cursorPath: jsonPointer,
    ...pageSize,
    ...hasMore,
  }),
  /** The `Link` header with `rel="next"` holds the next page's address (RFC 8288). */
  z.strictObject({ kind: z.literal("linkHeader"), ...beginning, ...pageSize }),
  /** A member of the response holds the next page's address, such as `@odata.nextLink`. */
  z.strictObject({ kind: z.literal("bodyLink"), linkPath: jsonPointer, ...beginning, ...pageSize }),
]);

/** See `toolPaging`. */
export type ToolPaging = z.infer<typeof toolPaging>;
