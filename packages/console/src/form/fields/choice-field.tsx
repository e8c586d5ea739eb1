import { Select } from "@mantine/core";
import type { FieldProps } from "@rjsf/utils";
import type { ReactNode } from "react";
import { describedBy, FieldFrame } from "../field-frame.tsx";
import { readFrame, readLabel } from "../form-context.ts";

export interface Choice {
  value: unknown;
  label: string;
}

/** One of a few values, or none of them. */
export function ChoiceField(props: FieldProps): ReactNode {
  return <ChoiceInput {...props} choices={props.uiSchema?.["ui:options"]?.choices as Choice[]} />;
}

const truths: Choice[] = [
  { value: true, label: "true" },
  { value: false, label: "false" },
];

/** True or false. It is a choice, because an input that is left out is neither. */
export function TruthField(props: FieldProps): ReactNode {
  return <ChoiceInput {...props} choices={truths} />;
}

function ChoiceInput(props: FieldProps & { choices: Choice[] }): ReactNode {
  const { fieldPathId, schema, formData, required, onChange, rawErrors, uiSchema, disabled, choices } = props;
  const id = fieldPathId.$id;
  const label = readLabel(props);
  const chosen = choices.findIndex(({ value }) => value === formData);
  return (
    <FieldFrame {...readFrame(props)} errors={rawErrors}>
      <Select
        id={id}
        aria-label={label}
        aria-describedby={describedBy(id, schema.description, rawErrors)}
        aria-required={required === true}
        data={choices.map((choice, index) => ({ value: String(index), label: choice.label }))}
        value={chosen === -1 ? null : String(chosen)}
        placeholder={uiSchema?.["ui:options"]?.placeholder ?? "Not set"}
        error={(rawErrors?.length ?? 0) > 0}
        disabled={disabled === true}
        clearable={required !== true}
        clearButtonProps={{ "aria-label": `Clear ${label}` }}
        searchable={choices.length > 12}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        onChange={(index) =>
          onChange(
            index === null ? undefined : choices[Number(index)]?.value,
            fieldPathId.path,
            undefined,
            id,
          )
        }
      />
    </FieldFrame>
  );
}
