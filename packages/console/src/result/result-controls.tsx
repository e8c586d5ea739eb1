import type { ActivityCondition, ActivitySort } from "@bowline/sdk";
import { Button, Group, NumberInput, Stack } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { Icon } from "../icons/icon.tsx";
import { FilterRow, SortRow } from "./clause-rows.tsx";

/** How the list of results is shaped before it comes back. */
export interface ResultOptions {
  filters: ActivityCondition[];
  sort: ActivitySort[];
  top: number | null;
  /** How many results are left out at the beginning. */
  offset: number;
}

export const noOptions: ResultOptions = { filters: [], sort: [], top: null, offset: 0 };

interface ResultControlsProps {
  value: ResultOptions;
  onChange(value: ResultOptions): void;
  /** Names of members to suggest. */
  fields: string[];
}

/** The contract's filters, sort clauses and limit. They take effect at the next run. */
export function ResultControls({ value, onChange, fields }: ResultControlsProps): ReactNode {
  const { filters, sort, top, offset } = value;
  const controls = useRef<HTMLDivElement>(null);
  return (
    <Stack gap="xs" ref={controls}>
      {filters.map((filter, index) => (
        <FilterRow
          // biome-ignore lint/suspicious/noArrayIndexKey: A filter is known by its place only.
          key={index}
          title={`Filter ${index + 1}`}
          clause={filter}
          fields={fields}
          change={(changes) =>
            onChange({ ...value, filters: filters.with(index, { ...filter, ...changes }) })
          }
          controls={controls}
          remove={() => onChange({ ...value, filters: filters.toSpliced(index, 1) })}
        />
      ))}
      {sort.map((clause, index) => (
        <SortRow
          // biome-ignore lint/suspicious/noArrayIndexKey: A clause is known by its place only.
          key={index}
          title={`Sort ${index + 1}`}
          clause={clause}
          fields={fields}
          change={(changes) => onChange({ ...value, sort: sort.with(index, { ...clause, ...changes }) })}
          controls={controls}
          remove={() => onChange({ ...value, sort: sort.toSpliced(index, 1) })}
        />
      ))}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="filter" size={14} />}
          onClick={() =>
            onChange({ ...value, filters: [...filters, { fieldName: "", operator: "eq", value: "" }] })
          }
        >
          Add filter
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="arrow-down" size={14} />}
          onClick={() => onChange({ ...value, sort: [...sort, { fieldName: "", orderDirection: 1 }] })}
        >
          Add sort
        </Button>
        <Group gap="xs">
          <NumberInput
            size="xs"
            w={150}
            aria-label="At most so many results"
            placeholder="At most: all"
            prefix="At most "
            min={1}
            allowDecimal={false}
            hideControls
            value={top ?? ""}
            onChange={(next) => onChange({ ...value, top: typeof next === "number" ? next : null })}
          />
          <NumberInput
            size="xs"
            w={130}
            aria-label="Results to skip"
            placeholder="Skip: none"
            prefix="Skip "
            min={0}
            allowDecimal={false}
            hideControls
            value={offset === 0 ? "" : offset}
            onChange={(next) => onChange({ ...value, offset: typeof next === "number" ? next : 0 })}
          />
        </Group>
      </Group>
    </Stack>
  );
}
