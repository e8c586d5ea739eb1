import type { Application } from "@bowline/sdk";
import { Button, Group, Select, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import { catalogQuery, hiddenApplicationsQuery, isPreparing } from "../../api/applications.ts";
import { connectionsQuery } from "../../api/connections.ts";
import { identityQuery } from "../../api/identity.ts";
import { Icon } from "../../icons/icon.tsx";
import { countOf } from "../../parts/count-of.ts";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { Preparing } from "../../parts/preparing.tsx";
import { filterWidth, SearchField } from "../../parts/search-field.tsx";
import { ApplicationGrid } from "./application-grid.tsx";
import { filterApplications, listCategories, listSources } from "./filter-applications.ts";

const route = getRouteApi("/applications");

/** The catalog as cards. It is loaded once, and searched in the browser. */
export function ApplicationsPage(): ReactNode {
  const { hidden } = route.useSearch();
  const isHidden = hidden !== undefined;
  const query = useQuery(isHidden ? hiddenApplicationsQuery : catalogQuery);
  const { data: identity } = useQuery(identityQuery);
  const isAdmin = identity?.role === "Admin";
  return (
    <Page
      title="Applications"
      description="Choose an application to connect an account and use its tools."
      width="wide"
      actions={
        isAdmin ? (
          <Button
            component={Link}
            to="/import"
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
          >
            Add an application
          </Button>
        ) : undefined
      }
    >
      <Loaded query={query} lines={6}>
        {(applications) => <Catalog applications={applications} isHidden={isHidden} isAdmin={isAdmin} />}
      </Loaded>
    </Page>
  );
}

interface CatalogProps {
  applications: Application[];
  isHidden: boolean;
  isAdmin: boolean;
}

function Catalog({ applications, isHidden, isAdmin }: CatalogProps): ReactNode {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const { data: connections = [] } = useQuery(connectionsQuery);
  const connected = useMemo(() => countByApplication(connections), [connections]);
  const isBeingPrepared = !isHidden && isPreparing(applications);
  const deferred = useDeferredValue(filters);
  const fitting = useMemo(
    () => filterApplications(applications, deferred, connected),
    [applications, deferred, connected],
  );
  const change = (changes: Partial<typeof filters>) =>
    navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  return (
    <>
      <Group gap="sm">
        <SearchField
          label="Search applications"
          value={filters.search ?? ""}
          onChange={(search) => change({ search: search || undefined })}
        />
        <Select
          aria-label="Category"
          placeholder="All categories"
          data={listCategories(applications)}
          value={filters.category ?? null}
          onChange={(category) => change({ category: category ?? undefined })}
          clearable
          searchable
          {...filterWidth}
        />
        <Select
          aria-label="Source"
          placeholder="All sources"
          data={listSources(applications)}
          value={filters.source ?? null}
          onChange={(source) => change({ source: source ?? undefined })}
          clearable
          {...filterWidth}
        />
        {isAdmin && (
          <Switch
            label="Hidden ones"
            checked={isHidden}
            onChange={(event) => change({ hidden: event.currentTarget.checked ? "true" : undefined })}
          />
        )}
        <Text size="sm" c="dimmed" ms="auto" aria-live="polite">
          {countOf(fitting.length, "application")}
        </Text>
      </Group>
      {isBeingPrepared && <Preparing />}
      {fitting.length === 0 ? (
        isBeingPrepared ? null : (
          <Nothing
            isHidden={isHidden}
            isAdmin={isAdmin}
            isEmpty={applications.length === 0}
            search={filters.search}
          />
        )
      ) : (
        <ApplicationGrid applications={fitting} connected={connected} />
      )}
    </>
  );
}

interface NothingProps {
  isHidden: boolean;
  isAdmin: boolean;
  /** There is none at all. */
  isEmpty: boolean;
  search: string | undefined;
}

function Nothing({ isHidden, isAdmin, isEmpty, search }: NothingProps): ReactNode {
  if (isHidden) {
    return (
      <Empty icon="eye-off" title="Nothing is hidden">
        An Admin can hide an application on its page. Its tools then do not run.
      </Empty>
    );
  }
  return (
    <Empty
      icon="layout-grid"
      title={
        isEmpty
          ? "No application yet"
          : search === undefined
            ? "No application matches"
            : `No application matches “${search}”`
      }
      action={
        isAdmin ? (
          <Button component={Link} to="/import">
            Import an application
          </Button>
        ) : undefined
      }
    >
      {isAdmin
        ? "Import any OpenAPI document, MCP server, GraphQL endpoint or database: its operations become tools."
        : "Ask an Admin of your company to import it."}
    </Empty>
  );
}

function countByApplication(connections: { applicationSlug: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { applicationSlug } of connections) {
    counts.set(applicationSlug, (counts.get(applicationSlug) ?? 0) + 1);
  }
  return counts;
}
