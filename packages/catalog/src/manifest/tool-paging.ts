import { z } from "zod";
import { jsonPointer } from "./json-pointer.ts";

/** Name of a member of the tool's input; in a mark of a document also the parameter's name there. */
const inputName = z.string().min(1).max(200);

const pageSize = {
  /** Input that sets how many results a page has. Without it pages are as large as the application makes them. */
  sizeParameter: inputName.optional(),
  /**
   * The largest page the application gives, in results. Pages are asked for no larger, and one that is shorter than asked is the
   * last. Default: the parameter's own `maximum`; without either the gateway asks for no size.
   */
  maxSize: z.int().min(1).max(1_000_000).optional(),
};

const beginning = {
  /** Input by which a caller may begin at another page, such as `page`: with it the gateway leaves the size of pages alone. */
  parameter: inputName.optional(),
};

const hasMore = {
  /** Where the answer says whether there are more pages; false ends the list. */
  hasMorePath: jsonPointer.optional(),
};

/**
 * How a tool gives its list of results in pages, so that the gateway can follow them. The list stands at the tool's
 * `resultsPath` on every page. Pages by number or offset also end at one without results.
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
  /** The number of results to skip is given. */
  z.strictObject({
    kind: z.literal("offset"),
    /** Input that holds how many results to skip. */
    parameter: inputName,
    ...pageSize,
    ...hasMore,
  }),
  /** Each page names what to ask the next one with. */
  z.strictObject({
    kind: z.literal("cursor"),
    /** Input that takes the cursor. */
    parameter: inputName,
    /** Where the cursor of the next page stands in the answer; none, null or `""` ends the list. */
    cursorPath: jsonPointer,
    ...pageSize,
    ...hasMore,
  }),
  /** The `Link` header with `rel="next"` holds the next page's address (RFC 8288). */
  z.strictObject({ kind: z.literal("linkHeader"), ...beginning, ...pageSize }),
  /** A member of the answer holds the next page's address, such as `@odata.nextLink`. */
  z.strictObject({ kind: z.literal("bodyLink"), linkPath: jsonPointer, ...beginning, ...pageSize }),
]);

/** How a tool's results come in pages; see `toolPaging`. */
export type ToolPaging = z.infer<typeof toolPaging>;
