import { Box, Button, Group, Select } from "@mantine/core";
import { type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { Icon } from "../../icons/icon.tsx";
import { failureKinds } from "../../parts/describe-failure.ts";
import { listMemberChoices } from "../../parts/list-member-choices.ts";
import { listNamedChoices } from "../../parts/list-named-choices.ts";
import { mostChoices } from "../../parts/most-choices.ts";
import { SearchField } from "../../parts/search-field.tsx";
import { useLeftFocus } from "../../parts/use-left-focus.ts";
import { sources } from "./describe-call-source.ts";
import { FilterBadges } from "./filter-badges.tsx";
import classes from "./history-filters.module.css";
import type { HistorySearch } from "./read-filters.ts";
import { useFilterChoices } from "./use-filter-choices.ts";

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
  const choices = useFilterChoices(search);
  const { isAdmin, members, applications, connections, toolsets, keys, comeNear } = choices;
  const [isOpen, setIsOpen] = useState(false);
  const choicesId = useId();
  const filters = useRef<HTMLDivElement>(null);
  const count = Object.entries(search).filter(
    ([name, value]) => value !== undefined && name !== "search" && name !== "group",
  ).length;
  const choice = (name: keyof HistorySearch, label: string, data: { value: string; label: string }[]) => (
    <FilterSelect
      label={label}
      data={data}
      value={search[name]}
      // A call that succeeded has no failure.
      onChange={(value) =>
        change({ [name]: value, ...(name === "success" && value === "true" && { kind: undefined }) })
      }
    />
  );
  return (
    <Group gap="sm" ref={filters}>
      <SearchField
        label="Search the history"
        placeholder="Tool, message, request or record id"
        value={search.search ?? ""}
        onChange={(text) => change({ search: text || undefined })}
      />
      <Button
        hiddenFrom="md"
        variant="default"
        leftSection={<Icon name="filter" size={16} />}
        aria-expanded={isOpen}
        aria-controls={choicesId}
        onClick={() => setIsOpen(!isOpen)}
      >
        Filters{count === 0 ? "" : ` (${count})`}
      </Button>
      {count + (search.search === undefined ? 0 : 1) > 0 && <ClearFilters filters={filters} clear={clear} />}
      <Box
        id={choicesId}
        className={classes.choices}
        data-open={isOpen || undefined}
        onPointerEnter={comeNear}
        onFocus={comeNear}
      >
        {choice("success", "Result", outcomes)}
        {(search.success !== "true" || search.kind !== undefined) && choice("kind", "Failure", failureKinds)}
        {choice(
          "application",
          "Application",
          (applications ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
        )}
        {choice(
          "connection",
          "Connection",
          listNamedChoices((connections ?? []).map(({ connectionId: id, name }) => ({ id, name }))),
        )}
        {choice(
          "toolset",
          "Toolset",
          (toolsets ?? []).map(({ toolsetId, name }) => ({ value: toolsetId, label: name })),
        )}
        {choice("source", "Source", sources)}
        {isAdmin && choice("member", "Member", listMemberChoices(members ?? []))}
        {choice("key", "Key", listNamedChoices((keys ?? []).map(({ apiKeyId: id, name }) => ({ id, name }))))}
        <FilterSelect
          label="Time"
          placeholder="Any time"
          data={spans}
          value={spans.find(({ value }) => value === search.from)?.value}
          onChange={(value) => change({ from: value, to: undefined })}
        />
      </Box>
      <FilterBadges filters={filters} search={search} choices={choices} change={change} />
    </Group>
  );
}

interface ClearFiltersProps {
  /** What has the focus afterward. */
  filters: RefObject<HTMLElement | null>;
  clear(): void;
}

function ClearFilters({ filters, clear }: ClearFiltersProps): ReactNode {
  useLeftFocus(filters);
  return (
    <Button variant="subtle" size="compact-sm" onClick={clear}>
      Clear filters
    </Button>
  );
}

interface FilterSelectProps {
  label: string;
  /** What is shown while nothing is chosen. Default: the label. */
  placeholder?: string;
  data: { value: string; label: string }[];
  value: string | undefined;
  onChange(value: string | undefined): void;
}

const FilterSelect = ({
  label,
  placeholder = label,
  data,
  value,
  onChange,
}: FilterSelectProps): ReactNode => (
  <Select
    aria-label={label}
    // Once something is chosen, the placeholder no longer says which filter it is.
    label={value !== undefined && label}
    classNames={{ root: classes.filter, label: classes.label }}
    placeholder={placeholder}
    data={data}
    value={value ?? null}
    onChange={(chosen) => onChange(chosen ?? undefined)}
    clearable
    searchable={data.length > 10}
    limit={mostChoices}
    // The names are longer than the field.
    comboboxProps={{ width: 260, position: "bottom-start" }}
  />
);
