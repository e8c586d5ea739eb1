import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";

/**
 * The error of a query, kept while the query is asked again. A query without data forgets its error then, so that a list that is read every
 * two seconds would show a placeholder most of the time. Null: it did not fail, or has data.
 */
export function useKeptError(
  query: Pick<UseQueryResult, "data" | "error" | "isPending" | "errorUpdateCount">,
): unknown {
  const { data, error, isPending, errorUpdateCount } = query;
  const [kept, setKept] = useState<unknown>(null);
  if (error !== null && error !== kept) {
    setKept(error);
  }
  if (data !== undefined) {
    return null;
  }
  return error ?? (isPending && errorUpdateCount > 0 ? kept : null);
}
