import type { Import, ImportResult } from "@bowline/sdk";
import {
  Accordion,
  Alert,
  Badge,
  Button,
  Code,
  Group,
  List,
  Paper,
  Progress,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { applicationQuery, changesQuery, refreshApplications } from "../../api/applications.ts";
import { bowline } from "../../api/bowline.ts";
import { importQuery, importStatus } from "../../api/imports.ts";
import { Icon } from "../../icons/icon.tsx";
import { AnchorLink } from "../../parts/anchor-link.tsx";
import { countOf } from "../../parts/count-of.ts";
import { dropApiHints } from "../../parts/drop-api-hints.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Problem } from "../../parts/problem.tsx";
import { dropHeldImport, findHeldImport, holdImport, keepFailedImport } from "./held-import.ts";

const phases: Record<Import["phase"], string> = {
  fetching: "Fetching the description",
  reading: "Reading it",
  building: "Building the tools",
  storing: "Storing them",
};
const phaseNames = Object.keys(phases);

interface ImportProgressProps {
  importId: number;
  goBack(): void;
}

/** How far an import is, and what came of it. It goes on at the server when this page is left. */
export function ImportProgress({ importId, goBack }: ImportProgressProps): ReactNode {
  const query = useQuery(importQuery(importId));
  const queryClient = useQueryClient();
  const { status, isDryRun } = query.data ?? {};
  useEffect(() => {
    if (status === importStatus.failed) {
      keepFailedImport(importId);
    }
    if (status === importStatus.done) {
      refreshApplications(queryClient).catch(() => undefined);
    }
    if (status === importStatus.done && isDryRun === false) {
      dropHeldImport(importId);
    }
  }, [status, isDryRun, importId, queryClient]);
  return (
    <Loaded query={query}>
      {(record) => (
        <Stack>
          {record.status === importStatus.inProgress && <Running record={record} />}
          {record.status === importStatus.failed && (
            <Alert
              color="red"
              icon={<Icon name="circle-alert" />}
              title={`${record.applicationSlug} was not imported`}
            >
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                {record.error?.replace(/^(?:url|text|document|schema|headers): /, "")}
              </Text>
            </Alert>
          )}
          {record.result !== null && record.isDryRun && <Comparison record={record} result={record.result} />}
          {record.result !== null && !record.isDryRun && <Result result={record.result} />}
          {record.status !== importStatus.inProgress && (
            <Group>
              <Button variant="default" onClick={goBack} leftSection={<Icon name="arrow-left" size={16} />}>
                {record.status === importStatus.failed ? "Try again" : "Import another"}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function Running({ record }: { record: Import }): ReactNode {
  const { phase, done, total, applicationSlug } = record;
  const before = phaseNames.indexOf(phase) / phaseNames.length;
  const within = total === null || total === 0 ? 0 : done / total / phaseNames.length;
  return (
    <Paper p="lg">
      <Stack role="status">
        <Title order={2}>Importing {applicationSlug}</Title>
        <Progress value={Math.max(4, 100 * (before + within))} animated aria-label="Progress of the import" />
        <Text size="sm" c="dimmed">
          {phases[phase]}
          {total === null ? " …" : `: ${done.toLocaleString("en")} of ${countOf(total, "tool")}`}
        </Text>
        <Text size="sm" c="dimmed">
          You can leave this page. The import goes on, and is listed on the page Import.
        </Text>
      </Stack>
    </Paper>
  );
}

function Result({ result }: { result: ImportResult }): ReactNode {
  const { applicationSlug, toolCount, added, changed, removed, stoppedConnections } = result;
  return (
    <Paper p="lg">
      <Stack>
        <Group gap="sm">
          <Icon name="circle-check" />
          <Title order={2}>{applicationSlug} is in the catalog</Title>
        </Group>
        <Group gap="xs">
          <Badge color="gray" size="lg">
            {countOf(toolCount, "tool")}
          </Badge>
          {added > 0 && (
            <Badge size="lg" color="teal">
              {added.toLocaleString("en")} added
            </Badge>
          )}
          {changed > 0 && (
            <Badge size="lg" color="sea">
              {changed.toLocaleString("en")} changed
            </Badge>
          )}
          {removed > 0 && (
            <Badge size="lg" color="red">
              {removed.toLocaleString("en")} removed
            </Badge>
          )}
        </Group>
        {stoppedConnections > 0 && (
          <Text size="sm">
            {stoppedConnections === 1
              ? "1 connection sends nothing until its owner confirms the new address."
              : `${stoppedConnections} connections send nothing until their owners confirm the new address.`}
          </Text>
        )}
        <WaitingChanges slug={applicationSlug} />
        <Notes result={result} />
        <Group>
          <Button component={Link} to={`/applications/${applicationSlug}`}>
            Open {applicationSlug}
          </Button>
          <Button component={Link} to={`/applications/${applicationSlug}?connect=choose`} variant="default">
            Connect
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

/** An import of an MCP server that is known already changes no tool by itself. */
function WaitingChanges({ slug }: { slug: string }): ReactNode {
  const { data: application } = useQuery(applicationQuery(slug));
  const { data: changes } = useQuery({ ...changesQuery(slug), enabled: application?.source === "mcp" });
  return changes === undefined || changes.length === 0 ? null : (
    <Text size="sm">
      {countOf(changes.length, "change")} of the server's tools {changes.length === 1 ? "waits" : "wait"}{" "}
      until you decide.{" "}
      <AnchorLink to="/applications/$slug" params={{ slug }} search={{ tab: "changes" }} inherit>
        See what changes
      </AnchorLink>
    </Text>
  );
}

/** What replacing the application would change, and the button that does it. */
function Comparison({ record, result }: { record: Import; result: ImportResult }): ReactNode {
  const request = findHeldImport(record.importId);
  const navigate = useNavigate();
  const replacing = useMutation({
    mutationFn: async () => {
      const started = request === null ? null : await bowline.applications.startImport(request);
      if (request !== null && started !== null) {
        holdImport(started.importId, request);
      }
      return started;
    },
    onSuccess: (started) =>
      started === null
        ? undefined
        : navigate({ to: "/import", search: { import: String(started.importId) } }),
  });
  const changes = result.changes ?? [];
  return (
    <Paper p="lg">
      <Stack>
        <Title order={2}>What would change in {record.applicationSlug}</Title>
        {changes.length === 0 ? (
          <Text size="sm">Nothing: all tools stay as they are.</Text>
        ) : (
          (["removed", "changed", "added"] as const).map((kind) => {
            const slugs = changes.filter((change) => change.kind === kind).map(({ toolSlug }) => toolSlug);
            return slugs.length === 0 ? null : (
              <div key={kind}>
                <Text size="sm" fw={600} mb={4}>
                  {slugs.length.toLocaleString("en")} {kind}
                </Text>
                <Group gap={6}>
                  {slugs.slice(0, 60).map((slug) => (
                    <Code key={slug}>{slug}</Code>
                  ))}
                  {slugs.length > 60 && (
                    <Text size="sm">and {(slugs.length - 60).toLocaleString("en")} more</Text>
                  )}
                </Group>
              </div>
            );
          })
        )}
        <Notes result={result} />
        {replacing.error !== null && <Problem error={replacing.error} />}
        {request === null ? (
          <Text size="sm" c="dimmed">
            This page was loaded anew. Choose the description again to replace the application.
          </Text>
        ) : (
          <Group>
            <Button onClick={() => replacing.mutate()} loading={replacing.isPending}>
              Import
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function Notes({ result: { skipped, warnings } }: { result: ImportResult }): ReactNode {
  if (skipped.length === 0 && warnings.length === 0) {
    return null;
  }
  return (
    <Accordion variant="separated" order={3}>
      {warnings.length > 0 && (
        <Accordion.Item value="warnings">
          <Accordion.Control>{countOf(warnings.length, "remark")}</Accordion.Control>
          <Accordion.Panel>
            <List size="sm">
              {warnings.slice(0, 100).map((warning) => (
                <List.Item key={warning}>{dropApiHints(warning)}</List.Item>
              ))}
            </List>
          </Accordion.Panel>
        </Accordion.Item>
      )}
      {skipped.length > 0 && (
        <Accordion.Item value="skipped">
          <Accordion.Control>{countOf(skipped.length, "operation")} left out</Accordion.Control>
          <Accordion.Panel>
            <List size="sm">
              {skipped.slice(0, 100).map(({ operation, reason }) => (
                <List.Item key={operation}>
                  <Code>{operation}</Code> {reason}
                </List.Item>
              ))}
            </List>
          </Accordion.Panel>
        </Accordion.Item>
      )}
    </Accordion>
  );
}
