import type { Tool } from "@bowline/sdk";
import { Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApplicationIcon } from "./application-icon.tsx";
import { describeTool } from "./describe-tool.ts";
import { HintBadges } from "./hint-badges.tsx";
import { MarkedWords } from "./marked-words.tsx";
import { type Column, VirtualTable } from "./virtual-table.tsx";

const linkStyle = { color: "inherit", textDecoration: "none" };

const createNameColumn = (words: readonly string[]): Column<Tool> => ({
  key: "name",
  header: "Tool",
  track: "minmax(0, 5fr)",
  render: ({ slug, name }) => (
    <>
      <Text size="sm" fw={550} truncate dir="auto">
        <Link to="/tools/$toolSlug" params={{ toolSlug: slug }} data-row-link style={linkStyle}>
          <MarkedWords text={name} words={words} />
        </Link>
      </Text>
      <Text size="xs" c="dimmed" ff="monospace" truncate dir="auto">
        {slug}
      </Text>
    </>
  ),
});
const hintColumn: Column<Tool> = {
  key: "hint",
  header: "What it does",
  track: "130px",
  render: (tool) => <HintBadges tool={tool} isCompact />,
};
const createDescriptionColumn = (words: readonly string[]): Column<Tool> => ({
  key: "description",
  header: "Description",
  track: "minmax(0, 6fr)",
  isWideOnly: true,
  render: (tool) => (
    <Text size="sm" c="dimmed" lineClamp={2} dir="auto">
      <MarkedWords text={describeTool(tool)} words={words} />
    </Text>
  ),
});
const applicationColumn: Column<Tool> = {
  key: "application",
  header: "Application",
  track: "minmax(0, 3fr)",
  isWideOnly: true,
  render: ({ applicationSlug, applicationName }) => (
    <Group gap="xs" wrap="nowrap">
      <ApplicationIcon slug={applicationSlug} size={24} />
      <Text size="sm" truncate dir="auto">
        {applicationName}
      </Text>
    </Group>
  ),
};

interface ToolTableProps {
  tools: readonly Tool[];
  /** Whether to say which application each tool belongs to. */
  hasApplication?: boolean;
  /** The words of the search, which are marked. */
  words?: readonly string[];
}

const noWords: readonly string[] = [];

/** A table of tools. Each row leads to the tool's page. */
export function ToolTable({ tools, hasApplication = false, words = noWords }: ToolTableProps): ReactNode {
  const columns = [
    createNameColumn(words),
    hintColumn,
    ...(hasApplication ? [applicationColumn] : []),
    createDescriptionColumn(words),
  ];
  return (
    <VirtualTable
      label="Tools"
      rows={tools}
      columns={columns}
      rowKey={({ slug }) => slug}
      rowHeight={{ wide: 58, narrow: 64 }}
    />
  );
}
