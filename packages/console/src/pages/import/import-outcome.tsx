import type { ImportResult } from "@bowline/sdk";
import { Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { applicationQuery, changesQuery } from "../../api/applications.ts";
import { Icon } from "../../icons/icon.tsx";
import { AnchorLink } from "../../parts/anchor-link.tsx";
import { countOf } from "../../parts/count-of.ts";
import { ImportNotes } from "./import-notes.tsx";

/** What an import brought, and where to go on. */
export function ImportOutcome({ result }: { result: ImportResult }): ReactNode {
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
        <ImportNotes result={result} />
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
