import type { Caller } from "../db/people/callers.ts";
import type { ToolsetRow } from "../db/toolsets.ts";
import type { BatchCalls } from "./batch-calls.ts";
import type { SessionLabel } from "./session-label.ts";

/** A request to an endpoint, after every check of the door. */
export interface ServedRequest {
  caller: Caller;
  requestId: string;
  /** The toolset whose tools are offered, as it was when it was checked last. Null: the tools for the whole catalog. */
  toolset: ToolsetRow | null;
  /** Null: the client has none, or speaks the newest revision. */
  session: SessionLabel | null;
  /** Whether the client's revision, which is 2025-06-18 or a later one, has links to resources. Other clients refuse a whole result for one. */
  knowsLinks: boolean;
  /** Values sent as `arguments` that are no objects, by the id of the call. */
  wrongArguments: ReadonlyMap<unknown, unknown>;
  /** Ids of the calls whose `arguments` have a number that would change on its way. */
  inexactCalls: ReadonlySet<unknown>;
  /** Null: the body is one message. */
  batch: BatchCalls | null;
  /**
   * Checks again that the caller may use the endpoint, and finds the toolset anew. A call may begin long after its request: in a batch,
   * or when a person has filled in a form.
   *
   * @throws ApiError `UNAUTHORIZED`, `FORBIDDEN`, `NOT_FOUND`
   */
  checkAgain(): Promise<void>;
  /** What is wrong with requests of a batch, by their ids. */
  faults: ReadonlyMap<unknown, string>;
}
