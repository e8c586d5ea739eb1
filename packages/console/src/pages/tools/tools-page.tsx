import { Group, Loader, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { applicationsQuery } from "../../api/applications.ts";
import { toolSearchQuery } from "../../api/tools.ts";
import { Empty } from "../../parts/empty.tsx";
import { filterTools } from "../../parts/filter-tools.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { ToolFilters } from "../../parts/tool-filters.tsx";
import { ToolTable } from "../../parts/tool-table.tsx";

const route = getRouteApi("/tools");
/** The search is sent this long after the last key. */
const pauseMs = 300;

/** Finds tools of all applications by what they do. */
export function ToolsPage(): ReactNode {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const [search] = useDebouncedValue((filters.search ?? "").trim(), pauseMs);
  const query = useQuery(toolSearchQuery(search, 100));
  const { data: applications } = useQuery(applicationsQuery);
  const total = applications?.reduce((sum, { toolCount }) => sum + toolCount, 0);
  const found = query.data?.items ?? [];
  const fitting = filterTools(found, { hint: filters.hint });
  return (
    <Page
      title="Tools"
      width="wide"
      description={
        total === undefined
          ? "Say what you want to do."
          : `Say what you want to do, in your own words: ${total.toLocaleString("en")} tools are searched.`
      }
    >
      <ToolFilters
        tools={[]}
        filters={filters}
        change={(changes) => navigate({ search: (before) => ({ ...before, ...changes }), replace: true })}
        count={fitting.length}
      />
      {query.isPlaceholderData && (
        <Group gap="xs" role="status">
          <Loader size="xs" />
          <Text size="sm" c="dimmed">
            Searching
          </Text>
        </Group>
      )}
      <Loaded query={query} lines={8}>
        {() =>
          fitting.length === 0 ? (
            <Empty icon="wrench" title="No tool fits">
              Say it in other words, such as “close an issue” or “send an email”.
            </Empty>
          ) : (
            <ToolTable tools={fitting} hasApplication />
          )
        }
      </Loaded>
    </Page>
  );
}
