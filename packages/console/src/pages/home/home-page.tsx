import { Button, SimpleGrid, Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { waitingCountQuery } from "../../api/approvals.ts";
import { connectionsQuery } from "../../api/connections.ts";
import { latestExecutionsQuery } from "../../api/executions.ts";
import { toolsetsQuery } from "../../api/toolsets.ts";
import { Page } from "../../parts/page.tsx";
import { Problem } from "../../parts/problem.tsx";
import { Attention } from "./attention.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { LastDay } from "./last-day.tsx";
import { LatestCalls } from "./latest-calls.tsx";
import { QuickStart } from "./quick-start.tsx";

const storageKey = "bowline-first-steps";
const hidden = "hidden";

/** What is to be done next, what needs attention, and what ran. */
export function HomePage(): ReactNode {
  return (
    <Page
      title="Home"
      description="What to do next, what needs attention, and what ran."
      actions={
        <Button component={Link} to="/applications" variant="default">
          All applications
        </Button>
      }
    >
      <HomeContent />
    </Page>
  );
}

/** Its parts come together, so that none pushes another down. */
function HomeContent(): ReactNode {
  const [isGuided, setIsGuided] = useState(() => window.localStorage.getItem(storageKey) !== hidden);
  const connections = useQuery(connectionsQuery);
  const waiting = useQuery(waitingCountQuery);
  const executions = useQuery(latestExecutionsQuery(8));
  const toolsets = useQuery({ ...toolsetsQuery, enabled: isGuided });
  if (connections.isError) {
    return <Problem error={connections.error} retry={() => connections.refetch()} />;
  }
  if (!connections.data || waiting.isPending || executions.isPending || (isGuided && toolsets.isPending)) {
    return (
      <Stack gap="sm" role="status">
        <VisuallyHidden>Loading</VisuallyHidden>
        <Skeleton height={280} radius="lg" />
      </Stack>
    );
  }
  const hide = () => {
    window.localStorage.setItem(storageKey, hidden);
    setIsGuided(false);
  };
  return (
    <Stack gap="lg">
      <Attention waiting={waiting.data ?? 0} connections={connections.data} />
      {isGuided && executions.data && toolsets.data && (
        <FirstSteps
          connections={connections.data}
          executions={executions.data}
          toolsets={toolsets.data}
          hide={hide}
        />
      )}
      {connections.data.length === 0 && <QuickStart />}
      {/* The first steps stand in the place of the chart. */}
      <SimpleGrid cols={{ base: 1, md: isGuided ? 1 : 2 }} spacing="lg">
        {!isGuided && <LastDay />}
        <LatestCalls />
      </SimpleGrid>
    </Stack>
  );
}
