import { SegmentedControl, Select, Stack } from "@mantine/core";
import type { FieldProps } from "@rjsf/utils";
import { type ReactNode, useState } from "react";
import { FieldFrame, labelIdOf } from "../field-frame.tsx";
import { type FormContext, isBare, readContext, readFrame, readLabel } from "../form-context.ts";
import type { Branch } from "../form-schema.ts";
import { isObject, listTypes } from "../json-schema.ts";
import { OpenButton, useOpening } from "../opened-on-demand.tsx";
import { setAt } from "../values.ts";

const largeFrom = 4;

/** A value with alternatives: a choice of the alternative, and its field. */
export function UnionField(props: FieldProps): ReactNode {
  const { fieldPathId, formData, required, onChange, rawErrors, uiSchema, registry, disabled } = props;
  const branches = (uiSchema?.["ui:options"]?.branches ?? []) as Branch[];
  const [chosen, setChosen] = useState(() => findBranch(branches, formData, readContext(registry)));
  const { SchemaField } = registry.fields;
  const branch = branches[chosen];
  const label = readLabel(props);
  const id = fieldPathId.$id;
  const isRoot = fieldPathId.path.length === 0;
  // An optional object of many members would push the other fields away.
  const isLarge = Object.keys(branches[0]?.form.schema.properties ?? {}).length > largeFrom;
  const opening = useOpening(
    fieldPathId.path,
    !isLarge || required === true || isRoot || isBare(props) || formData !== undefined,
  );
  const choose = (index: number) => {
    setChosen(index);
    const constants = branches[index]?.constants ?? {};
    const isKept = required === true || isRoot;
    onChange(
      isKept && Object.keys(constants).length > 0 ? constants : isRoot ? {} : undefined,
      fieldPathId.path,
      undefined,
      id,
    );
  };
  // A change below sets what tells the branches apart, too.
  const change: FieldProps["onChange"] = (value, path, ...more) => {
    const constants = branch?.constants ?? {};
    const missing = Object.keys(constants).some((name) => !isObject(formData) || !(name in formData));
    if (!missing || value === undefined) {
      onChange(value, path, ...more);
      return;
    }
    const below = path.slice(fieldPathId.path.length);
    onChange(setAt({ ...constants, ...formData }, below, value), fieldPathId.path, ...more);
  };
  return (
    <FieldFrame
      {...readFrame(props)}
      label={isRoot ? "Kind of input" : label}
      isGroup
      errors={branch?.form.uiSchema["ui:field"] === undefined ? rawErrors : []}
    >
      {opening.isOpened || formData !== undefined || rawErrors !== undefined ? (
        <Stack gap={10}>
          <BranchChoice id={id} label={label} branches={branches} chosen={chosen} choose={choose} />
          {branch !== undefined && SchemaField !== undefined && (
            <SchemaField
              {...props}
              key={chosen}
              schema={{ title: label, ...branch.form.schema }}
              uiSchema={{
                ...branch.form.uiSchema,
                "ui:options": { ...branch.form.uiSchema["ui:options"], isBare: true },
              }}
              onChange={change}
              disabled={disabled === true}
            />
          )}
        </Stack>
      ) : (
        <OpenButton label={label} isDisabled={disabled === true} open={opening.open} />
      )}
    </FieldFrame>
  );
}

interface BranchChoiceProps {
  id: string;
  label: string;
  branches: Branch[];
  chosen: number;
  choose(index: number): void;
}

function BranchChoice({ id, label, branches, chosen, choose }: BranchChoiceProps): ReactNode {
  const data = branches.map((branch, index) => ({ value: String(index), label: branch.label }));
  const length = data.reduce((sum, item) => sum + item.label.length, 0);
  const name = label === "" ? "Kind of input" : `Kind of ${label}`;
  return length < 44 && data.length < 5 ? (
    <SegmentedControl
      size="xs"
      aria-label={name}
      data={data}
      value={String(chosen)}
      onChange={(index) => choose(Number(index))}
      transitionDuration={0}
      w="fit-content"
      maw="100%"
    />
  ) : (
    <Select
      id={`${id}__branch`}
      aria-label={name}
      aria-describedby={labelIdOf(id)}
      data={data}
      value={String(chosen)}
      onChange={(index) => choose(Number(index ?? 0))}
      searchable={data.length > 10}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}

/** Finds the branch that a value belongs to: one that it fits, else one of its type, else the first. */
function findBranch(branches: Branch[], value: unknown, { matches }: FormContext): number {
  if (value === undefined || value === null) {
    return 0;
  }
  const fitting = branches.findIndex(({ source }) => matches(source, value));
  if (fitting !== -1) {
    return fitting;
  }
  const ofConstants = branches.findIndex(({ constants }) => {
    const entries = Object.entries(constants);
    return entries.length > 0 && isObject(value) && entries.every(([name, each]) => value[name] === each);
  });
  const type = Array.isArray(value) ? "array" : typeof value;
  const ofType = branches.findIndex(({ source }) =>
    listTypes(source).some((each) => each === type || (each === "integer" && type === "number")),
  );
  return Math.max(ofConstants === -1 ? ofType : ofConstants, 0);
}
