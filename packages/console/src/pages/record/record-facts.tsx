import type { Execution } from "@bowline/sdk";
import { Code, Group, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AnchorLink } from "../../parts/anchor-link.tsx";
import type { CallsOf } from "../../parts/calls-item.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { formatDuration, formatSize } from "../../parts/format-figures.ts";
import { ExactTime } from "../../parts/when.tsx";
import { describeCallSource } from "../history/describe-call-source.ts";
import { nameOfId } from "../history/name-of-id.ts";
import { ConnectionLink } from "./connection-link.tsx";

const resolutions: Record<Execution["resolvedBy"], string> = {
  explicit: "named by the call",
  toolset: "chosen by the toolset",
  default: "the default connection",
  none: "no connection needed",
};

/** Who, through what, how long, how much. */
export function RecordFacts({ record }: { record: Execution }): ReactNode {
  const { member, connection, toolset, apiKey } = record.names;
  return (
    <Paper p="lg">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="lg">
        <Fact label="Tool">
          <Link to="/tools/$toolSlug" params={{ toolSlug: record.toolSlug }}>
            {record.toolSlug}
          </Link>
        </Fact>
        <Fact label="Acting as">
          {nameOfId("member", record.accountUserId, member)}
          <Calls of="member" id={record.accountUserId} />
        </Fact>
        <Fact label="Source">
          {describeCallSource(record.source)}
          {record.apiKeyId !== null && (
            <>
              {apiKey === null ? " with a deleted key" : ` with the key ${apiKey}`}
              <Calls of="key" id={record.apiKeyId} />
            </>
          )}
        </Fact>
        <Fact label="Connection">
          {record.connectionId === null && "None"}
          {record.connectionId !== null && (
            <>
              <Text span inherit lineClamp={3}>
                <ConnectionLink
                  record={record}
                  otherwise={nameOfId("connection", record.connectionId, connection)}
                >
                  {connection}
                </ConnectionLink>
              </Text>
              {` (${resolutions[record.resolvedBy]})`}
              <Calls of="connection" id={record.connectionId} />
            </>
          )}
        </Fact>
        <Fact label="Toolset">
          {record.toolsetId === null ? (
            "None"
          ) : toolset === null ? (
            "A deleted toolset"
          ) : (
            <Text span inherit lineClamp={3}>
              <Link to="/toolsets/$toolsetId" params={{ toolsetId: record.toolsetId }}>
                {toolset}
              </Link>
            </Text>
          )}
          {record.toolsetId !== null && <Calls of="toolset" id={record.toolsetId} />}
        </Fact>
        <Fact label="Status of the application">{record.statusCode ?? "—"}</Fact>
        {/* The tooltip of the distance from now is not for a keyboard, and not read out. */}
        <Fact label="Time">
          <ExactTime date={record.createdDate} />
        </Fact>
        <Fact label="Took">{formatDuration(record.executionTime)}</Fact>
        <Fact label="Size of the response">{formatSize(record.dataSize)}</Fact>
        <Fact label="Request">
          <Group gap={4} wrap="nowrap" align="flex-start">
            <Code>{record.requestId}</Code>
            <CopyButton value={record.requestId} label="Copy request id" />
          </Group>
        </Fact>
      </SimpleGrid>
    </Paper>
  );
}

/** Leads to all calls that have this in common with the record. */
const Calls = ({ of, id }: { of: CallsOf; id: string | number }): ReactNode => (
  <AnchorLink
    to="/history"
    search={{ [of]: String(id) }}
    size="xs"
    display="block"
    mt={6}
    lh="24px"
    w="fit-content"
  >
    All calls of this {of}
  </AnchorLink>
);

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
