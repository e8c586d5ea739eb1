import type { Identity, Member } from "@bowline/sdk";
import { Badge, CloseButton } from "@mantine/core";
import { type ReactNode, type RefObject, useSyncExternalStore } from "react";
import { readTimeZone, subscribeToTimeZone } from "../../parts/time-zone.ts";
import { useLeftFocus } from "../../parts/use-left-focus.ts";
import { formatTime } from "../../parts/when.tsx";
import type { HistorySearch } from "./read-filters.ts";
import type { FilterChoices } from "./use-filter-choices.ts";

interface FilterBadgesProps {
  /** What has the focus when the badge that had it is gone. */
  filters: RefObject<HTMLElement | null>;
  search: HistorySearch;
  choices: FilterChoices;
  change(changes: HistorySearch): void;
}

/** The filters that no choice shows: those that only an address sets, and values that the choices do not have. */
export function FilterBadges({ filters, search, choices, change }: FilterBadgesProps): ReactNode {
  const timeZone = useSyncExternalStore(subscribeToTimeZone, readTimeZone);
  return listUnshown(search, choices, timeZone)
    .filter(({ value }) => value !== undefined)
    .map(({ name, label, value }) => (
      <FilterBadge
        key={name}
        filters={filters}
        label={label}
        remove={() => change({ [name]: undefined, ...(name === "from" && { to: undefined }) })}
      >
        {value}
      </FilterBadge>
    ));
}

interface FilterBadgeProps extends Pick<FilterBadgesProps, "filters"> {
  label: string;
  remove(): void;
  children: ReactNode;
}

function FilterBadge({ filters, label, remove, children }: FilterBadgeProps): ReactNode {
  useLeftFocus(filters);
  return (
    <Badge
      size="lg"
      color="sea"
      // A time has no room on a phone.
      styles={{ root: { height: "auto" }, label: { whiteSpace: "normal" } }}
      rightSection={<CloseButton size={18} aria-label={`Remove the filter ${label}`} onClick={remove} />}
    >
      {label}: {children}
    </Badge>
  );
}

const listUnshown = (
  search: HistorySearch,
  { identity, applications, toolsets, members, connections, keys }: FilterChoices,
  timeZone: string | undefined,
) =>
  [
    { name: "tool", label: "Tool", value: search.tool },
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
      value: describeMissing(
        search.connection,
        connections?.map(({ connectionId }) => connectionId),
      ),
    },
    {
      name: "key",
      label: "Key",
      value: describeMissing(
        search.key,
        keys?.map(({ apiKeyId }) => apiKeyId),
      ),
    },
    { name: "from", label: "Time", value: describeSpan(search, timeZone) },
  ] as const;

/** A connection or a key that the choice does not have. Undefined: it has it, or what it has is not known yet. */
const describeMissing = (
  id: string | undefined,
  chosen: readonly number[] | undefined,
): string | undefined =>
  id !== undefined && chosen?.every((one) => String(one) !== id)
    ? `number ${id}, deleted or not yours`
    : undefined;

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
