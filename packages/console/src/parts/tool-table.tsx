import type { Tool } from "@bowline/sdk";
import { Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApplicationIcon } from "./application-icon.tsx";
import { HintBadges } from "./hint-badges.tsx";
import { type Column, VirtualTable } from "./virtual-table.tsx";

const linkStyle = { color: "inherit", textDecoration: "none" };

const nameColumn: Column<Tool> = {
  key: "name",
  header: "Tool",
  track: "minmax(0, 5fr)",
  render: ({ slug, name }) => (
    <>
      <Text size="sm" fw={550} truncate>
        <Link to="/tools/$toolSlug" params={{ toolSlug: slug }} data-row-link style={linkStyle}>
          {name}
        </Link>
      </Text>
      <Text size="xs" c="dimmed" ff="monospace" truncate>
        {slug}
      </Text>
    </>
  ),
};
const hintColumn: Column<Tool> = {
  key: "hint",
  header: "What it does",
  track: "190px",
  render: (tool) => <HintBadges tool={tool} />,
};
const descriptionColumn: Column<Tool> = {
  key: "description",
  header: "Description",
  track: "minmax(0, 6fr)",
  isWideOnly: true,
  render: ({ description }) => (
    <Text size="sm" c="dimmed" lineClamp={2}>
      {description}
    </Text>
  ),
};
const applicationColumn: Column<Tool> = {
  key: "application",
  header: "Application",
  track: "minmax(0, 2fr)",
  isWideOnly: true,
  render: ({ applicationSlug, applicationName }) => (
    <Group gap="xs" wrap="nowrap">
      <ApplicationIcon slug={applicationSlug} size={24} />
      <Text size="sm" truncate>
        {applicationName}
      </Text>
    </Group>
  ),
};

interface ToolTableProps {
  tools: readonly Tool[];
  /** Whether to say which application each tool belongs to. */
  hasApplication?: boolean;
}

/** A table of tools. Each row leads to the tool's page. */
export function ToolTable({ tools, hasApplication = false }: ToolTableProps): ReactNode {
  const columns = [nameColumn, hintColumn, ...(hasApplication ? [applicationColumn] : []), descriptionColumn];
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
