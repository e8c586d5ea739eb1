/** Headers of every response: it is neither read as another type nor kept by anybody (decisions D80). */
export const standardHeaders = {
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
} as const;
