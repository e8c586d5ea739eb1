import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { describeError, Problem } from "./problem.tsx";

/** Something that the page reads. */
interface Reading {
  /** Null: it did not fail. */
  error: unknown;
  query: Pick<UseQueryResult, "isFetching" | "refetch">;
}

/** Shows why parts of a page could not be read. What several of them say is told once, and all of them are tried again. */
export function Problems({ readings }: { readings: readonly Reading[] }): ReactNode {
  return groupByWords(readings).map((group, place) => (
    <Problem
      // Whichever fails first, its button keeps the focus when the other one fails.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      key={place}
      error={group[0]?.error}
      retry={() => group.forEach(({ query }) => void query.refetch())}
      isTrying={group.some(({ query }) => query.isFetching)}
    />
  ));
}

/** Groups what failed by the words that tell it. */
function groupByWords(readings: readonly Reading[]): Reading[][] {
  const groups = new Map<string, Reading[]>();
  for (const reading of readings.filter(({ error }) => error !== null)) {
    const words = describeError(reading.error);
    groups.set(words, [...(groups.get(words) ?? []), reading]);
  }
  return [...groups.values()];
}
