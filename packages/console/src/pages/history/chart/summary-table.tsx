import { Button, ScrollArea, Table } from "@mantine/core";
import type { ReactNode } from "react";
import { formatDuration } from "../../../parts/format-figures.ts";
import type { ChartBucket, ChartData } from "./read-summary.ts";

interface SummaryTableProps {
  data: ChartData;
  label: string;
  describeStart(start: number): string;
  /** Makes each time a button that narrows the history to it. */
  open?(bucket: ChartBucket): void;
}

/** The numbers of the chart, in a part that scrolls. */
export const ScrolledSummaryTable = (props: SummaryTableProps): ReactNode => (
  <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, role: "region", "aria-label": props.label }}>
    <SummaryTable {...props} />
  </ScrollArea.Autosize>
);

/** The numbers of the chart as text. Times without calls are left out. */
export function SummaryTable({ data, label, describeStart, open }: SummaryTableProps): ReactNode {
  const buckets = data.buckets.filter(({ count }) => count > 0);
  return (
    <Table stickyHeader>
      <Table.Caption>{buckets.length === 0 ? "No calls in this time." : label}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">From</Table.Th>
          {data.parts.map(({ key, label: part }) => (
            <Table.Th key={key} scope="col" ta="right">
              <bdi>{part}</bdi>
            </Table.Th>
          ))}
          <Table.Th scope="col" ta="right">
            95 % done within
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {buckets.map((bucket) => (
          <Table.Tr key={bucket.start}>
            <Table.Th scope="row" fw={400}>
              {open === undefined ? (
                describeStart(bucket.start)
              ) : (
                <Button variant="subtle" size="compact-sm" onClick={() => open(bucket)}>
                  {describeStart(bucket.start)}
                </Button>
              )}
            </Table.Th>
            {data.parts.map(({ key }) => (
              <Table.Td key={key} ta="right">
                {(bucket.counts[key] ?? 0).toLocaleString("en")}
              </Table.Td>
            ))}
            <Table.Td ta="right">{formatDuration(bucket.p95)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
