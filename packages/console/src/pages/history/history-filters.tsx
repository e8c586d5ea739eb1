import type { Identity, Member } from "@bowline/sdk";
import { Badge, Button, CloseButton, Group, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState, useSyncExternalStore } from "react";
import { applicationsQuery } from "../../api/applications.ts";
import { connectionsQuery } from "../../api/connections.ts";
import { identityQuery } from "../../api/identity.ts";
import { membersQuery } from "../../api/members.ts";
import { toolsetsQuery } from "../../api/toolsets.ts";
import { Icon } from "../../icons/icon.tsx";
import { failureKinds } from "../../parts/describe-failure.ts";
import { listMemberChoices } from "../../parts/list-member-choices.ts";
import { SearchField } from "../../parts/search-field.tsx";
import { readTimeZone, subscribeToTimeZone } from "../../parts/time-zone.ts";
import { formatTime } from "../../parts/when.tsx";
import { sources } from "./describe-source.ts";
import classes from "./history-filters.module.css";
import type { HistorySearch } from "./read-filters.ts";

interface HistoryFiltersProps {
  search: HistorySearch;
  change(changes: HistorySearch): void;
  clear(): void;
}

const spans = [
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
];
const outcomes = [
  { value: "true", label: "Succeeded" },
  { value: "false", label: "Failed" },
];

/** The filters of the history. They stand in the address, so a link keeps them. */
export function HistoryFilters({ search, change, clear }: HistoryFiltersProps): ReactNode {
  const { data: identity } = useQuery(identityQuery);
  const isAdmin = identity?.role === "Admin";
  // What can be chosen is loaded when somebody comes near, or to name what is chosen.
  const [isNear, setIsNear] = useState(false);
  const comeNear = () => setIsNear(true);
  const { data: members } = useQuery({
    ...membersQuery,
    enabled: isAdmin && (isNear || search.member !== undefined),
  });
  const { data: applications } = useQuery({
    ...applicationsQuery,
    enabled: isNear || search.application !== undefined,
  });
  const { data: connections = [] } = useQuery({
    ...connectionsQuery,
    enabled: search.connection !== undefined,
  });
  const { data: toolsets } = useQuery({
    ...toolsetsQuery,
    enabled: isNear || search.toolset !== undefined,
  });
  const timeZone = useSyncExternalStore(subscribeToTimeZone, readTimeZone);
  const others = [
    { name: "tool", label: "Tool", value: search.tool },
    // The choices above cannot show what they do not have.
    {
      name: "application",
      label: "Application",
      value: applications?.every(({ slug }) => slug !== search.application) ? search.application : undefined,
    },
    {
      name: "toolset",
      label: "Toolset",
      value:
        search.toolset !== undefined && toolsets?.every(({ toolsetId }) => toolsetId !== search.toolset)
          ? "deleted, or not yours"
          : undefined,
    },
    {
      name: "member",
      label: "Member",
      value: describeMember(search.member, identity, members),
    },
    {
      name: "connection",
      label: "Connection",
      value:
        connections.find(({ connectionId }) => String(connectionId) === search.connection)?.name ??
        search.connection,
    },
    { name: "from", label: "Time", value: describeSpan(search, timeZone) },
  ] as const;
  const [isOpen, setIsOpen] = useState(false);
  const choicesId = useId();
  const count = Object.entries(search).filter(
    ([name, value]) => value !== undefined && name !== "search" && name !== "group",
  ).length;
  const choice = (
    name: keyof HistorySearch,
    label: string,
    data: { value: string; label: string }[],
    width = 132,
  ) => (
    <Select
      aria-label={label}
      placeholder={label}
      data={data}
      value={search[name] ?? null}
      onChange={(value) =>
        // A call that succeeded has no failure.
        change({
          [name]: value ?? undefined,
          ...(name === "success" && value === "true" && { kind: undefined }),
        })
      }
      clearable
      searchable={data.length > 10}
      // The names are longer than the field.
      comboboxProps={{ width: 260, position: "bottom-start" }}
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
      <Button
        hiddenFrom="sm"
        variant="default"
        leftSection={<Icon name="filter" size={16} />}
        aria-expanded={isOpen}
        aria-controls={choicesId}
        onClick={() => setIsOpen(!isOpen)}
      >
        Filters{count === 0 ? "" : ` (${count})`}
      </Button>
      <Group
        gap="sm"
        id={choicesId}
        className={classes.choices}
        data-open={isOpen || undefined}
        onPointerEnter={comeNear}
        onFocus={comeNear}
      >
        {choice("success", "Result", outcomes, 112)}
        {(search.success !== "true" || search.kind !== undefined) && choice("kind", "Failure", failureKinds)}
        {choice(
          "application",
          "Application",
          (applications ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
        )}
        {choice(
          "toolset",
          "Toolset",
          (toolsets ?? []).map(({ toolsetId, name }) => ({ value: toolsetId, label: name })),
        )}
        {choice("source", "Came by", sources, 112)}
        {isAdmin && choice("member", "Member", listMemberChoices(members ?? []))}
        <Select
          aria-label="Time"
          placeholder="Any time"
          data={spans}
          value={spans.some(({ value }) => value === search.from) ? (search.from ?? null) : null}
          onChange={(value) => change({ from: value ?? undefined, to: undefined })}
          clearable
          w={150}
        />
      </Group>
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
                onClick={() => change({ [name]: undefined, ...(name === "from" && { to: undefined }) })}
              />
            }
          >
            {label}: {value}
          </Badge>
        ))}
      {count + (search.search === undefined ? 0 : 1) > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={clear}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

/** A member whom the choice does not show: one who was removed, and for those who have no such choice, anybody. */
function describeMember(
  member: string | undefined,
  identity: Identity | undefined,
  members: readonly Member[] | undefined,
): string | undefined {
  if (member === undefined || identity === undefined) {
    return undefined;
  }
  if (identity.role !== "Admin") {
    return member;
  }
  return members?.every(({ accountUserId }) => String(accountUserId) !== member)
    ? `${member}, who was removed`
    : undefined;
}

/** A time between two points, in words. Undefined for a span that reaches to now. */
function describeSpan({ from, to }: HistorySearch, timeZone: string | undefined): string | undefined {
  const write = (text: string | undefined) =>
    text === undefined || Number.isNaN(Date.parse(text)) ? undefined : formatTime(new Date(text), timeZone);
  const [first, last] = [write(from), write(to)];
  if (first !== undefined && last !== undefined) {
    return `${first} to ${last}`;
  }
  return first !== undefined ? `since ${first}` : last !== undefined ? `before ${last}` : undefined;
}
