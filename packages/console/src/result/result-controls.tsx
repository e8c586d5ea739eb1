import type { ActivityCondition, ActivitySort } from "@bowline/sdk";
import {
  ActionIcon,
  Autocomplete,
  Button,
  Group,
  NumberInput,
  Select,
  Stack,
  TextInput,
} from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";
import { needsValue, operators } from "./operators.ts";
import classes from "./result.module.css";

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

const directions = [
  { value: "1", label: "ascending" },
  { value: "-1", label: "descending" },
];

/** The contract's filters, sort clauses and limit. They take effect at the next run. */
export function ResultControls({ value, onChange, fields }: ResultControlsProps): ReactNode {
  const { filters, sort, top, offset } = value;
  const changeFilter = (index: number, changes: Partial<ActivityCondition>) =>
    onChange({
      ...value,
      filters: filters.map((filter, at) => (at === index ? { ...filter, ...changes } : filter)),
    });
  const changeSort = (index: number, changes: Partial<ActivitySort>) =>
    onChange({
      ...value,
      sort: sort.map((clause, at) => (at === index ? { ...clause, ...changes } : clause)),
    });
  const remove = (label: string, run: () => void) => (
    <ActionIcon variant="subtle" color="gray" size={30} aria-label={label} onClick={run}>
      <Icon name="x" size={15} />
    </ActionIcon>
  );
  const member = (label: string, name: string, change: (name: string) => void) => (
    <Autocomplete
      size="xs"
      aria-label={label}
      placeholder="Field"
      data={fields}
      value={name}
      onChange={change}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
  return (
    <Stack gap="xs">
      {filters.map((filter, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: A filter is known by its place only.
        <div key={index} className={classes.filter}>
          {member(`Filter ${index + 1}: field`, filter.fieldName, (fieldName) =>
            changeFilter(index, { fieldName }),
          )}
          <Select
            size="xs"
            aria-label={`Filter ${index + 1}: operator`}
            data={operators}
            value={filter.operator}
            onChange={(operator) => changeFilter(index, { operator: operator ?? "eq" })}
            comboboxProps={{ transitionProps: { duration: 0 } }}
          />
          <TextInput
            size="xs"
            aria-label={`Filter ${index + 1}: value`}
            placeholder={filter.operator === "in" || filter.operator === "notIn" ? "a, b, c" : "Value"}
            value={needsValue(filter.operator) ? filter.value : ""}
            disabled={!needsValue(filter.operator)}
            autoComplete="off"
            onChange={({ currentTarget }) => changeFilter(index, { value: currentTarget.value })}
          />
          {remove(`Remove filter ${index + 1}`, () =>
            onChange({ ...value, filters: filters.filter((_, at) => at !== index) }),
          )}
        </div>
      ))}
      {sort.map((clause, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: A clause is known by its place only.
        <div key={index} className={classes.sort}>
          {member(`Sort ${index + 1}: field`, clause.fieldName, (fieldName) =>
            changeSort(index, { fieldName }),
          )}
          <Select
            size="xs"
            aria-label={`Sort ${index + 1}: direction`}
            data={directions}
            value={String(clause.orderDirection)}
            onChange={(direction) => changeSort(index, { orderDirection: direction === "-1" ? -1 : 1 })}
            comboboxProps={{ transitionProps: { duration: 0 } }}
          />
          {remove(`Remove sort ${index + 1}`, () =>
            onChange({ ...value, sort: sort.filter((_, at) => at !== index) }),
          )}
        </div>
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
        <Group gap="xs" wrap="nowrap">
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
