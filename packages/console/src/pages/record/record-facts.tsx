import type { Execution } from "@bowline/sdk";
import { Code, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { apiKeysQuery } from "../../api/api-keys.ts";
import { connectionsQuery } from "../../api/connections.ts";
import { identityQuery } from "../../api/identity.ts";
import { membersQuery } from "../../api/members.ts";
import { toolsetsQuery } from "../../api/toolsets.ts";
import { formatDuration, formatSize } from "../../parts/format-figures.ts";
import { describeSource } from "../history/describe-source.ts";

const resolutions: Record<Execution["resolvedBy"], string> = {
  explicit: "named by the call",
  toolset: "chosen by the toolset",
  default: "the default connection",
  none: "no connection needed",
};

/** Who, through what, how long, how much. */
export function RecordFacts({ record }: { record: Execution }): ReactNode {
  const { data: identity } = useQuery(identityQuery);
  const { data: members } = useQuery({ ...membersQuery, enabled: identity?.role === "Admin" });
  const { data: connections } = useQuery(connectionsQuery);
  const { data: toolsets } = useQuery(toolsetsQuery);
  const { data: keys } = useQuery(apiKeysQuery);
  const member = members?.find(({ accountUserId }) => accountUserId === record.accountUserId);
  const connection = connections?.find(({ connectionId }) => connectionId === record.connectionId);
  const toolset = toolsets?.find(({ toolsetId }) => toolsetId === record.toolsetId);
  const key = keys?.find(({ apiKeyId }) => apiKeyId === record.apiKeyId);
  return (
    <Paper p="lg">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="lg">
        <Fact label="Tool">
          <Link to="/tools/$toolSlug" params={{ toolSlug: record.toolSlug }}>
            {record.toolSlug}
          </Link>
        </Fact>
        <Fact label="Acting as">{member?.fullName ?? `Member ${record.accountUserId}`}</Fact>
        <Fact label="Came by">
          {describeSource(record.source)}
          {key === undefined ? "" : ` with the key ${key.name}`}
        </Fact>
        <Fact label="Connection">
          {record.connectionId === null ? "None" : (connection?.name ?? `Connection ${record.connectionId}`)}
          {record.connectionId !== null && ` (${resolutions[record.resolvedBy]})`}
        </Fact>
        <Fact label="Toolset">
          {record.toolsetId === null ? (
            "None"
          ) : (
            <Link to="/toolsets/$toolsetId" params={{ toolsetId: record.toolsetId }}>
              {toolset?.name ?? "A deleted toolset"}
            </Link>
          )}
        </Fact>
        <Fact label="Status of the application">{record.statusCode ?? "—"}</Fact>
        <Fact label="Took">{formatDuration(record.executionTime)}</Fact>
        <Fact label="Size of the response">{formatSize(record.dataSize)}</Fact>
        <Fact label="Request">
          <Code>{record.requestId}</Code>
        </Fact>
      </SimpleGrid>
    </Paper>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <Stack gap={2}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
        {children}
      </Text>
    </Stack>
  );
}
