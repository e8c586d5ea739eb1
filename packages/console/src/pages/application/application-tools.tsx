import type { Tool } from "@bowline/sdk";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import { applicationToolsQuery } from "../../api/tools.ts";
import { Empty } from "../../parts/empty.tsx";
import { filterTools } from "../../parts/filter-tools.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { ToolFilters } from "../../parts/tool-filters.tsx";
import { ToolTable } from "../../parts/tool-table.tsx";

const route = getRouteApi("/applications/$slug");

/** The application's tools. They are loaded once, and filtered in the browser. */
export function ApplicationTools({ slug }: { slug: string }): ReactNode {
  const query = useQuery(applicationToolsQuery(slug));
  return (
    <Loaded query={query} lines={8}>
      {(tools) => <FilteredTools tools={tools} />}
    </Loaded>
  );
}

function FilteredTools({ tools }: { tools: Tool[] }): ReactNode {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const deferred = useDeferredValue(filters);
  const fitting = useMemo(() => filterTools(tools, deferred), [tools, deferred]);
  return (
    <>
      <ToolFilters
        tools={tools}
        filters={filters}
        change={(changes) => navigate({ search: (before) => ({ ...before, ...changes }), replace: true })}
        count={fitting.length}
      />
      {fitting.length === 0 ? (
        <Empty icon="wrench" title={tools.length === 0 ? "No tools yet" : "No tool matches"}>
          {tools.length === 0
            ? "A server that asks for credentials lists its tools only after somebody has connected."
            : "Try other words, or remove a filter."}
        </Empty>
      ) : (
        <div style={{ marginTop: 16 }}>
          <ToolTable tools={fitting} />
        </div>
      )}
    </>
  );
}
