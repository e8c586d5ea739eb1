import { Button, SimpleGrid, Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { waitingCountQuery } from "../../api/approvals.ts";
import { connectionsQuery } from "../../api/connections.ts";
import { agentCallsQuery, latestExecutionsQuery } from "../../api/executions.ts";
import { toolsetsQuery } from "../../api/toolsets.ts";
import { Page } from "../../parts/page.tsx";
import { Problem } from "../../parts/problem.tsx";
import { Problems } from "../../parts/problems.tsx";
import { useKeptError } from "../../parts/use-kept-error.ts";
import { countTools } from "../toolsets/count-tools.ts";
import { Attention } from "./attention.tsx";
import { FirstSteps, showsAgent } from "./first-steps.tsx";
import { LastDay } from "./last-day.tsx";
import { LatestCalls } from "./latest-calls.tsx";
import { QuickStart } from "./quick-start.tsx";

const storageKey = "bowline-first-steps";
const hidden = "hidden";
/** So that they are gone at the next visit. What is done stays done. */
const noteDone = () => window.localStorage.setItem(storageKey, hidden);

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
  const latest = executions.data?.items ?? [];
  const asksForAgent =
    isGuided &&
    executions.data !== undefined &&
    (toolsets.data ?? []).some((toolset) => countTools(toolset) > 0) &&
    !showsAgent(latest);
  const agentCalls = useQuery({ ...agentCallsQuery, enabled: asksForAgent });
  const error = useKeptError(connections);
  const waitingError = useKeptError(waiting) ?? waiting.error;
  if (error !== null) {
    return <Problem error={error} retry={() => connections.refetch()} isTrying={connections.isFetching} />;
  }
  if (!connections.data || waiting.isPending || executions.isPending || (isGuided && toolsets.isPending)) {
    return (
      <Stack gap="sm" role="status">
        <VisuallyHidden>Loading</VisuallyHidden>
        <Skeleton height={280} radius="lg" />
      </Stack>
    );
  }
  const hasChart = !isGuided || (executions.data?.totalCount ?? 0) > 0;
  const hide = () => {
    noteDone();
    setIsGuided(false);
  };
  return (
    <Stack gap="lg">
      <Problems
        readings={[
          { error: connections.error, query: connections },
          { error: waitingError, query: waiting },
          // Without calls, their list tells it.
          { error: executions.data === undefined ? null : executions.error, query: executions },
        ]}
      />
      <Attention waiting={waiting.data ?? 0} connections={connections.data} />
      {isGuided && executions.data && toolsets.data && (
        <FirstSteps
          connections={connections.data}
          executions={executions.data}
          toolsets={toolsets.data}
          hasAgent={showsAgent(latest) || (agentCalls.data?.items.length ?? 0) > 0}
          hide={hide}
          onDone={noteDone}
        />
      )}
      {connections.data.length === 0 && <QuickStart />}
      <SimpleGrid cols={{ base: 1, md: hasChart ? 2 : 1 }} spacing="lg">
        {/* The page's other requests come first: at most four at a time. */}
        {hasChart && <LastDay mayAsk={!(asksForAgent && agentCalls.isPending)} />}
        <LatestCalls />
      </SimpleGrid>
    </Stack>
  );
}
