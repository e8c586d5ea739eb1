import type { Application } from "@bowline/sdk";
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import { Icon } from "../../icons/icon.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Problem } from "../../parts/problem.tsx";
import { useFirstFocus } from "../../parts/use-first-focus.ts";
import { connectionTestQuery } from "./connection-test.ts";
import { firstToolsQuery, hasToldNoTools } from "./list-first-tools.ts";

interface ConnectedNoticeProps {
  application: Application;
  connectionId: number;
  tryTool(): void;
}

/** Tries the new connection, says what the application returned, and offers the next steps. */
export function ConnectedNotice({ application, connectionId, tryTool }: ConnectedNoticeProps): ReactNode {
  const query = useQuery(connectionTestQuery(connectionId));
  const hasFailed = query.data?.isSuccess === false;
  const reading = useQuery({
    ...firstToolsQuery(useQueryClient(), application.slug, connectionId),
    // Does not wait for the test: it goes on even when the dialog is closed before that ends.
    enabled: hasToldNoTools(application),
  });
  const nextStep = hasFailed
    ? "The connection is saved. Test it again, or enter other values among your connections."
    : `Next: try one of ${application.name}'s tools, or choose the tools that an agent may use.`;
  const notice = useRef<HTMLDivElement>(null);
  // The buttons change with the outcome.
  useFirstFocus(notice, hasFailed);
  return (
    <Stack ref={notice}>
      <Loaded query={query} lines={1}>
        {({ isSuccess, message, accountLabel }) => (
          <Alert
            color={isSuccess === null ? "sea" : isSuccess ? "teal" : "orange"}
            icon={<Icon name={isSuccess === null ? "info" : isSuccess ? "circle-check" : "triangle-alert"} />}
            role="status"
          >
            <Text size="sm">
              {accountLabel === null || isSuccess === false ? message : `Connected as ${accountLabel}.`}
            </Text>
          </Alert>
        )}
      </Loaded>
      {reading.error !== null && !hasFailed && <Problem error={reading.error} />}
      <Text size="sm" c="dimmed" aria-live="polite">
        {hasFailed
          ? nextStep
          : reading.isFetching
            ? "Reading the server's tools …"
            : (reading.data ?? nextStep)}
      </Text>
      <Group justify="flex-end">
        {hasFailed ? (
          <>
            <Button
              variant="default"
              component={Link}
              to={`/applications/${application.slug}?tab=connections`}
            >
              Open my connections
            </Button>
            {/* It keeps the focus while it tests. */}
            <Button onClick={() => query.refetch()} aria-busy={query.isFetching} data-autofocus>
              {query.isFetching ? "Testing …" : "Test again"}
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" component={Link} to="/toolsets">
              Build a toolset
            </Button>
            <Button onClick={tryTool} data-autofocus>
              Try a tool
            </Button>
          </>
        )}
      </Group>
    </Stack>
  );
}
