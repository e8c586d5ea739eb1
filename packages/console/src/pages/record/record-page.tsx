import type { Execution } from "@bowline/sdk";
import { Button, Group, SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { executionQuery } from "../../api/executions.ts";
import { toolsetsQuery } from "../../api/toolsets.ts";
import { Icon } from "../../icons/icon.tsx";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { isId } from "../../parts/is-id.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { NotFound } from "../../parts/not-found.tsx";
import { Page } from "../../parts/page.tsx";
import { When } from "../../parts/when.tsx";
import { Outcome } from "../history/outcome.tsx";
import { Neighbors } from "./neighbors.tsx";
import { RecordContent } from "./record-content.tsx";
import { RecordFacts } from "./record-facts.tsx";
import { RecordFailure } from "./record-failure.tsx";
import { RecordHeaders } from "./record-headers.tsx";
import { RecordTimeline } from "./record-timeline.tsx";

const route = getRouteApi("/history/$historyId");

/** One call: what was asked, through what, and what came back. */
export function RecordPage(): ReactNode {
  const { historyId } = route.useParams();
  return isId(historyId) ? <RecordView historyId={Number(historyId)} /> : <NotFound />;
}

/** One page before and after the record is there, so that its links stay while somebody presses them. */
function RecordView({ historyId }: { historyId: number }): ReactNode {
  const search = route.useSearch();
  const query = useQuery(executionQuery(historyId));
  const record = query.data;
  return (
    <Page
      title={record === undefined ? `Record ${historyId}` : `${record.toolSlug} · ${historyId}`}
      width="wide"
      icon={record && <ApplicationIcon slug={record.applicationSlug} />}
      description={
        record && (
          <Group gap="sm">
            <Outcome execution={record} />
            <When date={record.createdDate} />
          </Group>
        )
      }
      trail={[{ label: "History", to: `/history${writeSearch(search)}` }]}
      pager={
        <>
          <CopyButton value={window.location.href} label="Copy link" />
          <Neighbors historyId={historyId} search={search} />
        </>
      }
      actions={record && <RunAgain record={record} />}
    >
      <Loaded query={query}>{(loaded) => <RecordDetails record={loaded} />}</Loaded>
    </Page>
  );
}

/** Leads to the tool with the record's input. Its place is kept until its toolset is known. */
function RunAgain({ record: { historyId, toolSlug, toolsetId } }: { record: Execution }): ReactNode {
  // A deleted toolset, or somebody else's, is not among them.
  const { data: toolsets = [], isLoading } = useQuery({ ...toolsetsQuery, enabled: toolsetId !== null });
  const hasToolset = toolsets.some((toolset) => toolset.toolsetId === toolsetId);
  return (
    <Button
      component={Link}
      to={`/tools/${toolSlug}?from=${historyId}${hasToolset ? `&toolset=${toolsetId}` : ""}`}
      variant="default"
      style={isLoading ? { visibility: "hidden" } : undefined}
      leftSection={<Icon name="rotate-ccw" size={16} />}
    >
      Run again
    </Button>
  );
}

function RecordDetails({ record }: { record: Execution }): ReactNode {
  return (
    <Stack gap="lg">
      <RecordFailure record={record} />
      <RecordFacts record={record} />
      {record.timings !== null && <RecordTimeline timings={record.timings} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <RecordContent title="Input" value={record.input} absent="Only metadata is kept for this call." />
        <RecordContent
          title="Output"
          value={record.output}
          absent={
            record.isOutputCut
              ? "It was too large to keep."
              : "There is none, or only metadata is kept for this call."
          }
        />
      </SimpleGrid>
      {record.responseHeaders !== null && <RecordHeaders headers={record.responseHeaders} />}
    </Stack>
  );
}

const writeSearch = (search: Record<string, string | undefined>): string => {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
};
