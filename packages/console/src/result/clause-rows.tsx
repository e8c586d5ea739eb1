import type { ActivityCondition, ActivitySort } from "@bowline/sdk";
import { ActionIcon, Autocomplete, Select, TextInput } from "@mantine/core";
import type { ReactNode, RefObject } from "react";
import { Icon } from "../icons/icon.tsx";
import { useLeftFocus } from "../parts/use-left-focus.ts";
import { needsValue, operators } from "./operators.ts";
import classes from "./result.module.css";

const directions = [
  { value: "1", label: "ascending" },
  { value: "-1", label: "descending" },
];

interface RowProps<Clause> {
  /** Its place, such as `Filter 1`. */
  title: string;
  clause: Clause;
  /** Names of members to suggest. */
  fields: string[];
  change(changes: Partial<Clause>): void;
  remove(): void;
  /** What has the focus when the row, which had it, is removed. */
  controls: RefObject<HTMLElement | null>;
}

/** One condition that results must meet. */
export function FilterRow(props: RowProps<ActivityCondition>): ReactNode {
  const { title, clause, fields, change, remove, controls } = props;
  useLeftFocus(controls);
  const { fieldName, operator, value } = clause;
  return (
    <div className={classes.filter}>
      <FieldInput title={title} name={fieldName} fields={fields} change={change} />
      <Select
        size="xs"
        aria-label={`${title}: operator`}
        data={operators}
        value={operator}
        onChange={(chosen) => change({ operator: chosen ?? "eq" })}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      <TextInput
        size="xs"
        aria-label={`${title}: value`}
        placeholder={operator === "in" || operator === "notIn" ? "a, b, c" : "Value"}
        value={needsValue(operator) ? value : ""}
        disabled={!needsValue(operator)}
        autoComplete="off"
        onChange={({ currentTarget }) => change({ value: currentTarget.value })}
      />
      <RemoveButton title={title} remove={remove} />
    </div>
  );
}

/** One field that results are sorted by. */
export function SortRow(props: RowProps<ActivitySort>): ReactNode {
  const { title, clause, fields, change, remove, controls } = props;
  useLeftFocus(controls);
  return (
    <div className={classes.sort}>
      <FieldInput title={title} name={clause.fieldName} fields={fields} change={change} />
      <Select
        size="xs"
        aria-label={`${title}: direction`}
        data={directions}
        value={String(clause.orderDirection)}
        onChange={(direction) => change({ orderDirection: direction === "-1" ? -1 : 1 })}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      <RemoveButton title={title} remove={remove} />
    </div>
  );
}

interface FieldInputProps {
  title: string;
  name: string;
  fields: string[];
  change(changes: { fieldName: string }): void;
}

function FieldInput({ title, name, fields, change }: FieldInputProps): ReactNode {
  return (
    <Autocomplete
      size="xs"
      aria-label={`${title}: field`}
      placeholder="Field"
      data={fields}
      value={name}
      onChange={(fieldName) => change({ fieldName })}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}

function RemoveButton({ title, remove }: { title: string; remove(): void }): ReactNode {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={30}
      aria-label={`Remove ${title.toLowerCase()}`}
      onClick={remove}
    >
      <Icon name="x" size={15} />
    </ActionIcon>
  );
}
