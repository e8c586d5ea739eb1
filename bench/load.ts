/** One series of the same requests. */
export interface Load {
  origin: string;
  method: "GET" | "POST";
  /** Sent in turn, from the first on. */
  paths: string[];
  headers: Record<string, string>;
  body: string | null;
  /** Requests in flight at any time. */
  concurrency: number;
  count: number;
  /** What an answer must be to count: any with status 200, an execution that succeeded, or one that also has a record. */
  expect: "ok" | "success" | "recorded";
}

/** What came of a series. */
export interface LoadResult {
  /** From the first request to the last answer. */
  durationMs: number;
  p50Ms: number;
  p99Ms: number;
  /** The first answer that was not as expected; the whole series is then worth nothing. */
  failure: string | null;
}
