import type { Application } from "@bowline/sdk";
import { Badge, Flex, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { connectionsQuery } from "../../api/connections.ts";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { compareNames } from "../../parts/compare-names.ts";
import { countOf } from "../../parts/count-of.ts";
import { LoadingLines } from "../../parts/loading-lines.tsx";
import { plainText } from "../../parts/plain-text.ts";
import { useLeftFocus } from "../../parts/use-left-focus.ts";
import { type Column, VirtualTable } from "../../parts/virtual-table.tsx";

interface Row extends Application {
  isConnected: boolean;
}

const columns: Column<Row>[] = [
  {
    key: "name",
    header: "Application",
    track: "minmax(0, 4fr)",
    render: ({ slug, name, isConnected }) => (
      <Group gap="sm" wrap="nowrap">
        <ApplicationIcon slug={slug} size={28} />
        {/* Where there is little room, the badge is below the name. */}
        <Flex direction={{ base: "column", md: "row" }} gap={{ base: 0, md: "sm" }} miw={0}>
          <Text size="sm" fw={550} truncate dir="auto">
            <Link
              to="/tools"
              search={{ application: slug }}
              data-row-link
              style={{ color: "inherit", textDecoration: "none" }}
            >
              {name}
            </Link>
          </Text>
          {isConnected && (
            <Badge color="teal" style={{ flexShrink: 0 }}>
              Connected
            </Badge>
          )}
        </Flex>
      </Group>
    ),
  },
  {
    key: "tools",
    header: "Tools",
    track: "110px",
    render: ({ toolCount }) => (
      <Text size="sm" c="dimmed">
        {countOf(toolCount, "tool")}
      </Text>
    ),
  },
  {
    key: "description",
    header: "Description",
    track: "minmax(0, 6fr)",
    isWideOnly: true,
    render: ({ description }) => (
      <Text size="sm" c="dimmed" truncate dir="auto">
        {plainText(description)}
      </Text>
    ),
  },
];

/** Where to look before a search: the applications with their numbers of tools, those first that the person is connected to. */
export function ToolApplications({ applications }: { applications: readonly Application[] }): ReactNode {
  const { data: connections, isPending } = useQuery(connectionsQuery);
  const rows = useMemo(() => {
    const connected = new Set(connections?.map(({ applicationSlug }) => applicationSlug));
    const all = applications
      .filter(({ toolCount }) => toolCount > 0)
      .map((application) => ({ ...application, isConnected: connected.has(application.slug) }));
    return all.toSorted(
      (one, other) =>
        Number(other.isConnected) - Number(one.isConnected) || compareNames(one.name, other.name),
    );
  }, [applications, connections]);
  // The link that was followed goes with the list.
  useLeftFocus();
  return isPending ? (
    <LoadingLines lines={8} />
  ) : (
    <VirtualTable
      label="Applications with tools"
      rows={rows}
      columns={columns}
      rowKey={({ slug }) => slug}
      rowHeight={{ wide: 52, narrow: 56 }}
    />
  );
}
