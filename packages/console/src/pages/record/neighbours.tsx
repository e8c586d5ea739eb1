import { Button } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { executionsQuery, olderExecutionQuery } from "../../api/executions.ts";
import { Icon } from "../../icons/icon.tsx";
import { type HistorySearch, readFilters } from "../history/read-filters.ts";

/** Leads to the newer and the older record under the same filters. A newer one is known when it is in the list that was loaded. */
export function Neighbours({ historyId, search }: { historyId: number; search: HistorySearch }): ReactNode {
  const filters = readFilters(search);
  const list = useInfiniteQuery(executionsQuery(filters));
  const ids = list.data?.pages.flatMap(({ items }) => items.map((item) => item.historyId)) ?? [];
  const place = ids.indexOf(historyId);
  const newer = place > 0 ? ids[place - 1] : undefined;
  const listed = place === -1 ? undefined : ids[place + 1];
  // A link may lead to a record far below the first page, and the last one of a page has older ones, too.
  const isBeyond = list.isSuccess && listed === undefined && (place === -1 || list.hasNextPage);
  const { data: beyond } = useQuery({ ...olderExecutionQuery(filters, historyId), enabled: isBeyond });
  const older = listed ?? beyond?.items[0]?.historyId;
  return (
    <Button.Group>
      <Neighbour to={newer} search={search} label="Newer" icon="chevron-up" />
      <Neighbour to={older} search={search} label="Older" icon="chevron-down" />
    </Button.Group>
  );
}

interface NeighbourProps {
  to: number | undefined;
  search: HistorySearch;
  label: string;
  icon: "chevron-up" | "chevron-down";
}

function Neighbour({ to, search, label, icon }: NeighbourProps): ReactNode {
  const leftSection = <Icon name={icon} size={16} />;
  return to === undefined ? (
    <Button variant="default" disabled leftSection={leftSection}>
      {label}
    </Button>
  ) : (
    <Button
      variant="default"
      leftSection={leftSection}
      renderRoot={(props) => (
        <Link to="/history/$historyId" params={{ historyId: String(to) }} search={search} {...props} />
      )}
    >
      {label}
    </Button>
  );
}
