import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LoadingLines } from "./loading-lines.tsx";
import { Problem } from "./problem.tsx";
import { useKeptError } from "./use-kept-error.ts";

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** Lines of the placeholder. Default 4. */
  lines?: number;
  children(data: Data): ReactNode;
}

/** Shows the data of a query; a placeholder while it loads, and the problem when it failed. */
export function Loaded<Data>({ query, lines = 4, children }: LoadedProps<Data>): ReactNode {
  const error = useKeptError(query);
  if (query.data !== undefined) {
    return children(query.data);
  }
  if (error !== null) {
    return <Problem error={error} retry={() => query.refetch()} isTrying={query.isFetching} />;
  }
  return <LoadingLines lines={lines} />;
}
