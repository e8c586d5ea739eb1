/** Headers of every response: it is neither read as another type nor kept by anybody (decisions D80). */
export const standardHeaders = {
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
} as const;

/** Forbids frames to browsers that do not read a policy's `frame-ancestors`. Every page has both (decisions D80). */
export const unframedHeaders = { "x-frame-options": "DENY" } as const;

/** The policy of a page that is not ours to restrict further. */
export const unframedPolicy = { "content-security-policy": "frame-ancestors 'none'" } as const;
