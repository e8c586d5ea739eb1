import type { Tool } from "@bowline/sdk";
import { Button, Group, Loader, Select, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { catalogQuery, isPreparing } from "../../api/applications.ts";
import { foundToolsQuery } from "../../api/tools.ts";
import { countOf } from "../../parts/count-of.ts";
import { Empty } from "../../parts/empty.tsx";
import { filterTools } from "../../parts/filter-tools.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { LoadingLines } from "../../parts/loading-lines.tsx";
import { mostChoices } from "../../parts/most-choices.ts";
import { Page } from "../../parts/page.tsx";
import { Preparing } from "../../parts/preparing.tsx";
import { Problem } from "../../parts/problem.tsx";
import { filterWidth } from "../../parts/search-field.tsx";
import { ShowMore } from "../../parts/show-more.tsx";
import { ToolFilters } from "../../parts/tool-filters.tsx";
import { ToolTable } from "../../parts/tool-table.tsx";
import { useKeptError } from "../../parts/use-kept-error.ts";
import { ToolApplications } from "./tool-applications.tsx";

const route = getRouteApi("/tools");
/** The search is sent this long after the last key, so that its results are there 300 ms after it. */
const pauseMs = 200;

/** The search of all tools by what they do. Before that it shows which applications have tools. */
export function ToolsPage(): ReactNode {
  const filters = route.useSearch();
  const { hint, application } = filters;
  const navigate = route.useNavigate();
  const change = (changes: Partial<typeof filters>) =>
    navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  const [search] = useDebouncedValue((filters.search ?? "").trim(), pauseMs);
  const readOnly = hint === "read" ? true : hint === "write" || hint === "destructive" ? false : undefined;
  const isStart = search === "" && application === undefined && hint === undefined;
  const query = useInfiniteQuery({
    ...foundToolsQuery({ search, applicationSlug: application, readOnly }),
    enabled: !isStart,
  });
  const error = useKeptError(query);
  const catalog = useQuery(catalogQuery);
  const applications = catalog.data ?? [];
  const total = applications.reduce((sum, { toolCount }) => sum + toolCount, 0);
  const found = useMemo(() => query.data?.pages.flatMap(({ items }) => items as Tool[]) ?? [], [query.data]);
  const fitting = useMemo(() => filterTools(found, { hint }), [found, hint]);
  const words = useMemo(() => search.split(/\s+/), [search]);
  const count = query.data?.pages[0]?.totalCount ?? 0;
  return (
    <Page
      title="Tools"
      width="wide"
      description={
        total === 0
          ? "Say what you want to do."
          : `Say what you want to do, in your own words: ${total.toLocaleString("en")} tools are searched.`
      }
    >
      <ToolFilters
        tools={[]}
        filters={filters}
        change={change}
        // Until something was read, it would say that there are none.
        count={isStart || query.data === undefined ? "" : describeCount(fitting, found, count)}
      >
        <Select
          aria-label="Application"
          placeholder="All applications"
          data={applications.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={application ?? null}
          onChange={(slug) => change({ application: slug ?? undefined })}
          clearable
          searchable
          limit={mostChoices}
          {...filterWidth}
        />
      </ToolFilters>
      {!isStart && query.isPlaceholderData && (
        <Group gap="xs" role="status">
          <Loader size="xs" />
          <Text size="sm" c="dimmed">
            Searching
          </Text>
        </Group>
      )}
      {isStart ? (
        <Loaded query={catalog} lines={8}>
          {(all) => (
            <>
              {isPreparing(all) && <Preparing />}
              {total > 0 ? <ToolApplications applications={all} /> : !isPreparing(all) && <NoTool isEmpty />}
            </>
          )}
        </Loaded>
      ) : query.data === undefined ? (
        error === null ? (
          <LoadingLines lines={8} />
        ) : (
          <Problem error={error} retry={() => query.refetch()} isTrying={query.isFetching} />
        )
      ) : (
        <>
          {fitting.length === 0 ? (
            <NoTool isEmpty={catalog.data !== undefined && total === 0} />
          ) : (
            <ToolTable tools={fitting} hasApplication words={words} />
          )}
          <ShowMore
            count={fitting.length}
            hasMore={query.hasNextPage}
            isLoading={query.isFetchingNextPage}
            error={query.hasNextPage ? query.error : null}
            show={() => query.fetchNextPage()}
          />
        </>
      )}
    </Page>
  );
}

function NoTool({ isEmpty }: { isEmpty: boolean }): ReactNode {
  return isEmpty ? (
    <Empty
      icon="wrench"
      title="No tool yet"
      action={
        <Button component={Link} to="/applications">
          Choose an application
        </Button>
      }
    >
      Tools come with applications, and no application has one yet.
    </Empty>
  ) : (
    <Empty icon="wrench" title="No tool matches">
      Say it in other words, such as “close an issue” or “send an email”.
    </Empty>
  );
}

function describeCount(fitting: readonly Tool[], found: readonly Tool[], count: number): string {
  const [fits, read] = [fitting.length.toLocaleString("en"), found.length.toLocaleString("en")];
  const all = countOf(count, "tool");
  if (found.length === count) {
    return fitting.length === count ? all : `${fits} of ${all}`;
  }
  return fitting.length === found.length
    ? `The first ${read} of ${all}`
    : `${fits} of the first ${read}, of ${all}`;
}
