import type { ExecutionSummary } from "@bowline/sdk";
import { Group, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { formatDuration } from "../../parts/format-figures.ts";
import { type Column, VirtualTable } from "../../parts/virtual-table.tsx";
import { When } from "../../parts/when.tsx";
import { describeCallSource } from "./describe-call-source.ts";
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
  if (isLoading) {
    return (
      <Stack gap="sm" role="status" aria-label="Loading">
        {[1, 2, 3, 4, 5, 6].map((line) => (
          <Skeleton key={line} height={44} radius="md" />
        ))}
      </Stack>
    );
  }
  const columns: Column<ExecutionSummary>[] = [
    {
      key: "tool",
      header: "Tool",
      track: "minmax(0, 4fr)",
      render: ({ historyId, toolSlug, applicationSlug }) => (
        <Group gap="sm" wrap="nowrap">
          <ApplicationIcon slug={applicationSlug} size={28} />
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
        </Group>
      ),
    },
    {
      key: "outcome",
      header: "Result",
      track: "150px",
      render: (execution) => <Outcome execution={execution} />,
    },
    {
      key: "source",
      header: "Came by",
      track: "110px",
      isWideOnly: true,
      render: ({ source }) => describeCallSource(source),
    },
    {
      key: "time",
      header: "Took",
      track: "90px",
      isWideOnly: true,
      render: ({ executionTime }) => formatDuration(executionTime),
    },
    {
      key: "when",
      header: "When",
      track: "150px",
      render: ({ createdDate }) => (
        <Text size="sm" c="dimmed">
          <When date={createdDate} />
        </Text>
      ),
    },
    {
      key: "id",
      header: "Record",
      track: "90px",
      isWideOnly: true,
      render: ({ historyId }) => (
        <Text size="sm" c="dimmed">
          {historyId}
        </Text>
      ),
    },
  ];
  return (
    <VirtualTable
      label="Calls"
      rows={records}
      columns={columns}
      rowKey={({ historyId }) => historyId}
      rowHeight={{ wide: 48, narrow: 72 }}
    />
  );
}
