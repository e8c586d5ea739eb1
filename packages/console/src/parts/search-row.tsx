import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { countOf } from "./count-of.ts";
import { SearchField } from "./search-field.tsx";

interface SearchRowProps {
  /** What an entry of the list is called, in the singular. */
  noun: string;
  search: string;
  /** How many entries fit. */
  count: number;
  /** Called with undefined when the field becomes empty. */
  onSearch(search: string | undefined): void;
}

/** Stands above a list: a field that filters it, and how many entries fit. */
export function SearchRow({ noun, search, count, onSearch }: SearchRowProps): ReactNode {
  return (
    <Group justify="space-between">
      <SearchField
        label={`Search ${noun}s`}
        value={search}
        onChange={(text) => onSearch(text || undefined)}
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        {countOf(count, noun)}
      </Text>
    </Group>
  );
}
