/** A series of equal requests. */
export interface Load {
  origin: string;
  method: "GET" | "POST";
  /** Used in turn. */
  paths: string[];
  headers: Record<string, string>;
  /** `{number}` in it is replaced by the number of the request. */
  body: string | null;
  /** Requests in flight at most. */
  concurrency: number;
  count: number;
  /** Requests that may start in a second. Default: as many as the target takes. */
  rate?: number | null;
  /**
   * What each response must be: `ok`: status 200; `success`: a successful execution; `recorded`: one with a history record;
   * `toolResult`: a successful `tools/call`; `recordedToolResult`: one with a history record.
   */
  expect: "ok" | "success" | "recorded" | "toolResult" | "recordedToolResult";
}

/** The figures of a series. */
export interface LoadResult {
  /** From the first request to the last response. */
  durationMs: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** The first response that was not as expected; the figures then mean nothing. */
  failure: string | null;
}
