import { Badge, Button, CloseButton, Group, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { applicationsQuery } from "../../api/applications.ts";
import { connectionsQuery } from "../../api/connections.ts";
import { identityQuery } from "../../api/identity.ts";
import { membersQuery } from "../../api/members.ts";
import { toolsetsQuery } from "../../api/toolsets.ts";
import { SearchField } from "../../parts/search-field.tsx";
import { failureKinds } from "./describe-failure.ts";
import { sources } from "./describe-source.ts";
import type { HistorySearch } from "./read-filters.ts";

interface HistoryFiltersProps {
  search: HistorySearch;
  change(changes: HistorySearch): void;
  clear(): void;
}

const day = 86_400_000;
const spans = [
  { value: "1", label: "Last 24 hours" },
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
];
const outcomes = [
  { value: "true", label: "Succeeded" },
  { value: "false", label: "Failed" },
];

/** The filters of the history. They stand in the address, so a link keeps them. */
export function HistoryFilters({ search, change, clear }: HistoryFiltersProps): ReactNode {
  const { data: identity } = useQuery(identityQuery);
  const isAdmin = identity?.role === "Admin";
  const { data: members = [] } = useQuery({ ...membersQuery, enabled: isAdmin });
  const { data: applications = [] } = useQuery(applicationsQuery);
  const { data: connections = [] } = useQuery(connectionsQuery);
  const { data: toolsets = [] } = useQuery(toolsetsQuery);
  const others = [
    { name: "tool", label: "Tool", value: search.tool },
    {
      name: "connection",
      label: "Connection",
      value:
        connections.find(({ connectionId }) => String(connectionId) === search.connection)?.name ??
        search.connection,
    },
  ] as const;
  const choice = (
    name: keyof HistorySearch,
    label: string,
    data: { value: string; label: string }[],
    width = 160,
  ) => (
    <Select
      aria-label={label}
      placeholder={label}
      data={data}
      value={search[name] ?? null}
      onChange={(value) => change({ [name]: value ?? undefined })}
      clearable
      searchable={data.length > 10}
      w={width}
    />
  );
  return (
    <Group gap="sm">
      <SearchField
        label="Search the history"
        placeholder="Tool, message, request or record id"
        value={search.search ?? ""}
        onChange={(text) => change({ search: text || undefined })}
      />
      {choice("success", "Result", outcomes, 130)}
      {search.success !== "true" && choice("kind", "Failure", failureKinds)}
      {choice(
        "application",
        "Application",
        applications.map(({ slug, name }) => ({ value: slug, label: name })),
      )}
      {choice(
        "toolset",
        "Toolset",
        toolsets.map(({ toolsetId, name }) => ({ value: toolsetId, label: name })),
      )}
      {choice("source", "Came by", sources, 120)}
      {isAdmin &&
        choice(
          "member",
          "Member",
          members.map(({ accountUserId, fullName }) => ({ value: String(accountUserId), label: fullName })),
        )}
      <Select
        aria-label="Time"
        placeholder="Any time"
        data={spans}
        value={
          search.from === undefined
            ? null
            : (spans.find(({ value }) => isSpan(search.from, value))?.value ?? null)
        }
        onChange={(value) =>
          change({
            from: value === null ? undefined : new Date(Date.now() - Number(value) * day).toISOString(),
            to: undefined,
          })
        }
        clearable
        w={150}
      />
      {others
        .filter(({ value }) => value !== undefined)
        .map(({ name, label, value }) => (
          <Badge
            key={name}
            size="lg"
            color="sea"
            rightSection={
              <CloseButton
                size={18}
                aria-label={`Remove the filter ${label}`}
                onClick={() => change({ [name]: undefined })}
              />
            }
          >
            {label}: {value}
          </Badge>
        ))}
      {Object.keys(search).length > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={clear}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

/** Whether a time lies about as far back as a span. */
const isSpan = (from: string | undefined, days: string): boolean =>
  from !== undefined && Math.abs(Date.now() - Date.parse(from) - Number(days) * day) < day / 2;
