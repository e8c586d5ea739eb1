import type { Connection } from "@bowline/sdk";
import { Button, Group, SegmentedControl, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useCallback, useEffect } from "react";
import { connectionsQuery, signInResultQuery } from "../../api/connections.ts";
import { countOf } from "../../parts/count-of.ts";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { matchWords } from "../../parts/match-words.ts";
import { Page } from "../../parts/page.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { hasFailed, SignInFailure } from "../../parts/sign-in-failure.tsx";
import { ConnectionList } from "./connection-list.tsx";

const route = getRouteApi("/connections");

/** The signed-in person's connections. */
export function ConnectionsPage(): ReactNode {
  const query = useQuery(connectionsQuery);
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: signIn } = useQuery(signInResultQuery(state));
  const forgetSignIn = useCallback(
    () => navigate({ search: ({ state: _, status: __, ...rest }) => rest, replace: true }),
    [navigate],
  );
  const renewed = signIn?.status === "confirmed" ? signIn.name : null;
  useEffect(() => {
    if (renewed !== null) {
      notifications.show({ color: "teal", message: `${renewed} is connected again.` });
      void forgetSignIn();
    }
  }, [renewed, forgetSignIn]);
  const add = (
    <Button component={Link} to="/applications">
      Choose an application
    </Button>
  );
  return (
    <Page
      title="Connections"
      description="Your accounts at applications. Only you, and your agents, use them."
      actions={add}
    >
      <Loaded query={query}>
        {(connections) =>
          connections.length === 0 ? (
            <Empty icon="plug" title="No connection yet" action={add}>
              A connection keeps a key or a sign-in of yours, encrypted, and tools run through it.
            </Empty>
          ) : (
            <FilteredConnections connections={connections} />
          )
        }
      </Loaded>
      {hasFailed(signIn) && <SignInFailure error={signIn.error} close={forgetSignIn} />}
    </Page>
  );
}

function FilteredConnections({ connections }: { connections: Connection[] }): ReactNode {
  const { search = "", status: asked, connection: only } = route.useSearch();
  // A sign-in leads back here with a status of its own.
  const status = asked === "active" || asked === "broken" ? asked : "all";
  const navigate = route.useNavigate();
  const fits = matchWords(search);
  const shown =
    only === undefined
      ? connections
      : connections.filter(({ connectionId }) => String(connectionId) === only);
  const fitting = shown.filter((connection) => {
    const isWanted = status === "all" || (connection.status === "active") === (status === "active");
    return (
      isWanted && fits(`${connection.name} ${connection.applicationName} ${connection.accountLabel ?? ""}`)
    );
  });
  return (
    <>
      <Group>
        <SearchField
          label="Search connections"
          value={search}
          onChange={(next) =>
            navigate({ search: (before) => ({ ...before, search: next || undefined }), replace: true })
          }
        />
        <SegmentedControl
          aria-label="Status"
          value={status}
          onChange={(next) =>
            navigate({
              search: (before) => ({ ...before, status: next === "all" ? undefined : next }),
              replace: true,
            })
          }
          data={[
            { value: "all", label: "All" },
            { value: "active", label: "Active" },
            { value: "broken", label: "Need attention" },
          ]}
        />
        {only !== undefined && (
          <Button size="compact-xs" variant="subtle" onClick={() => navigate({ search: {} })}>
            Show all
          </Button>
        )}
        <Text size="sm" c="dimmed" aria-live="polite" ms="auto">
          {countOf(fitting.length, "connection")}
        </Text>
      </Group>
      {status === "broken" && shown.every((connection) => connection.status === "active") ? (
        <Empty icon="plug" title="No connection needs attention">
          Bowline notes it here when an application no longer accepts one.
        </Empty>
      ) : fitting.length === 0 ? (
        <Empty icon="plug" title="No connection matches">
          Try other words, or show all.
        </Empty>
      ) : (
        <ConnectionList connections={fitting} />
      )}
    </>
  );
}
