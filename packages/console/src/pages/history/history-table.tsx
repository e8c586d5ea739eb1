import type { ExecutionSummary } from "@bowline/sdk";
import { Box, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { formatDuration } from "../../parts/format-figures.ts";
import { LoadingLines } from "../../parts/loading-lines.tsx";
import { type Column, VirtualTable } from "../../parts/virtual-table.tsx";
import { When } from "../../parts/when.tsx";
import { describeCallSource } from "./describe-call-source.ts";
import { nameOfId } from "./name-of-id.ts";
import { Outcome } from "./outcome.tsx";
import type { HistorySearch } from "./read-filters.ts";

interface HistoryTableProps {
  records: readonly ExecutionSummary[];
  isLoading: boolean;
  /** Kept in each record's link, so that its next and previous obey the filter. */
  search: HistorySearch;
}

/** The records, newest first. Each row leads to its record. */
export function HistoryTable({ records, isLoading, search }: HistoryTableProps): ReactNode {
  const columns = useMemo(() => buildColumns(search), [search]);
  return isLoading ? (
    <LoadingLines lines={6} />
  ) : (
    <VirtualTable
      label="Calls"
      rows={records}
      columns={columns}
      rowKey={({ historyId }) => historyId}
      rowHeight={{ wide: 56, narrow: 84 }}
    />
  );
}

const buildColumns = (search: HistorySearch): Column<ExecutionSummary>[] => [
  {
    key: "tool",
    header: "Tool",
    track: "minmax(0, 5fr)",
    render: ({ historyId, toolSlug, applicationSlug, accountUserId, connectionId, names, createdDate }) => (
      <Group gap="sm" wrap="nowrap">
        <ApplicationIcon slug={applicationSlug} size={28} />
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={550} truncate dir="auto">
            <Link
              to="/history/$historyId"
              params={{ historyId: String(historyId) }}
              search={search}
              data-row-link
              style={{ color: "inherit", textDecoration: "none" }}
            >
              {toolSlug}
            </Link>
          </Text>
          <Box hiddenFrom="md">
            <Names
              first={nameOfId("member", accountUserId, names.member)}
              second={nameConnection(connectionId, names.connection)}
            />
          </Box>
          <Text size="xs" c="dimmed" hiddenFrom="md">
            <When date={createdDate} />
          </Text>
        </Stack>
      </Group>
    ),
  },
  {
    key: "outcome",
    header: "Result",
    track: "130px",
    render: (execution) => <Outcome execution={execution} />,
  },
  {
    key: "who",
    header: "Who",
    track: "minmax(0, 3fr)",
    isWideOnly: true,
    render: ({ accountUserId, source, names }) => (
      <TwoLines
        first={nameOfId("member", accountUserId, names.member)}
        second={{ first: describeCallSource(source), second: names.apiKey }}
      />
    ),
  },
  {
    key: "account",
    header: "Connection",
    track: "minmax(0, 3fr)",
    isWideOnly: true,
    render: ({ connectionId, names }) => (
      <TwoLines
        first={nameConnection(connectionId, names.connection)}
        second={{ first: names.toolset, second: null }}
      />
    ),
  },
  {
    key: "time",
    header: "Took",
    track: "64px",
    isWideOnly: true,
    render: ({ executionTime }) => formatDuration(executionTime),
  },
  {
    key: "when",
    header: "When",
    track: "130px",
    isWideOnly: true,
    render: ({ createdDate }) => (
      <Text size="sm" c="dimmed">
        <When date={createdDate} />
      </Text>
    ),
  },
];

const nameConnection = (connectionId: number | null, name: string | null): string =>
  connectionId === null ? "No connection" : nameOfId("connection", connectionId, name);

function TwoLines({ first, second }: { first: string; second: NamesProps }): ReactNode {
  return (
    <>
      <Text size="sm" truncate dir="auto">
        {first}
      </Text>
      <Names {...second} />
    </>
  );
}

interface NamesProps {
  first: string | null;
  second: string | null;
}

/** One or two names in a line. Each is cut at its own end, in whichever direction it is read, and has half of the line or more. */
function Names({ first, second }: NamesProps): ReactNode {
  return (
    <Group gap={0} wrap="nowrap" fz="xs" c="dimmed">
      <Name>{first}</Name>
      {second !== null && (
        <>
          <span style={{ whiteSpace: "pre" }}> · </span>
          <Name>{second}</Name>
        </>
      )}
    </Group>
  );
}

const Name = ({ children }: { children: ReactNode }): ReactNode => (
  <Text inherit truncate dir="auto" flex={1} maw="max-content">
    {children}
  </Text>
);
