import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { executionBesideQuery, executionsQuery } from "../../api/executions.ts";
import { Icon } from "../../icons/icon.tsx";
import { type HistorySearch, readFilters } from "../history/read-filters.ts";

/** Leads to the newer and the older record under the same filters. The list that a person came from knows them without a call. */
export function Neighbors({ historyId, search }: { historyId: number; search: HistorySearch }): ReactNode {
  const filters = readFilters(search);
  const list = useQueryClient().getQueryData(executionsQuery(filters).queryKey);
  const ids = list?.pages.flatMap(({ items }) => items.map((item) => item.historyId)) ?? [];
  const place = ids.indexOf(historyId);
  const listedNewer = ids[place - 1];
  const listedOlder = place === -1 ? undefined : ids[place + 1];
  const { data: newer = listedNewer } = useQuery({
    ...executionBesideQuery(filters, historyId, "after"),
    enabled: listedNewer === undefined,
  });
  const { data: older = listedOlder } = useQuery({
    ...executionBesideQuery(filters, historyId, "before"),
    enabled: listedOlder === undefined,
  });
  return (
    <Button.Group>
      <Neighbor to={newer} search={search} label="Newer" icon="chevron-up" />
      <Neighbor to={older} search={search} label="Older" icon="chevron-down" />
    </Button.Group>
  );
}

interface NeighborProps {
  to: number | undefined;
  search: HistorySearch;
  label: string;
  icon: "chevron-up" | "chevron-down";
}

/** Stays the same element when its record is found, so that no press on it is lost, and at the end, so that the focus is not. */
function Neighbor({ to, search, label, icon }: NeighborProps): ReactNode {
  return (
    <Button
      variant="default"
      size="compact-sm"
      data-disabled={to === undefined}
      tabIndex={0}
      leftSection={<Icon name={icon} size={16} />}
      renderRoot={(props) => (
        <Link
          to="/history/$historyId"
          params={{ historyId: String(to) }}
          search={search}
          disabled={to === undefined}
          {...props}
        />
      )}
    >
      {label}
    </Button>
  );
}
