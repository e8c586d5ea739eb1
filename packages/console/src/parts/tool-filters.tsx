import type { Tool } from "@bowline/sdk";
import { Group, Select, Text } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { countOf } from "./count-of.ts";
import { hints, listTags } from "./filter-tools.ts";
import { filterWidth, SearchField } from "./search-field.tsx";

interface Filters {
  search?: string | undefined;
  hint?: string | undefined;
  tag?: string | undefined;
}

interface ToolFiltersProps {
  /** All tools, for the choice of tags. */
  tools: readonly Tool[];
  filters: Filters;
  change(changes: Filters): void;
  /** The number of tools that fit, or words about it. */
  count: number | string;
  /** The search field's accessible name. Default `Search tools`. */
  label?: string;
  /** More filters. */
  children?: ReactNode;
}

/** Filters of a list of tools: words, what they do, tag. */
export function ToolFilters(props: ToolFiltersProps): ReactNode {
  const { tools, filters, change, count, label = "Search tools", children } = props;
  const tags = useMemo(() => listTags(tools), [tools]);
  return (
    <Group gap="sm">
      <SearchField
        label={label}
        value={filters.search ?? ""}
        onChange={(search) => change({ search: search || undefined })}
      />
      <Select
        aria-label="What it does"
        placeholder="Anything"
        data={hints}
        value={filters.hint ?? null}
        onChange={(hint) => change({ hint: hint ?? undefined })}
        clearable
        {...filterWidth}
      />
      {tags.length > 1 && (
        <Select
          aria-label="Tag"
          placeholder="All tags"
          data={tags}
          value={filters.tag ?? null}
          onChange={(tag) => change({ tag: tag ?? undefined })}
          clearable
          searchable
          {...filterWidth}
        />
      )}
      {children}
      {/* Without words it takes no room. */}
      <Text size="sm" c="dimmed" ms="auto" pos={count === "" ? "absolute" : undefined} aria-live="polite">
        {typeof count === "string" ? count : countOf(count, "tool")}
      </Text>
    </Group>
  );
}
