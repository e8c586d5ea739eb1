import { MultiSelect, TagsInput } from "@mantine/core";
import type { FieldProps } from "@rjsf/utils";
import type { ReactNode } from "react";
import { describedBy, FieldFrame } from "../field-frame.tsx";
import { isBare, readFrame, readLabel } from "../form-context.ts";
import type { Choice } from "./choice-field.tsx";

/** A list of texts: each is typed and ended with Enter, or chosen where only some are allowed. */
export function TextsField(props: FieldProps): ReactNode {
  const { fieldPathId, schema, formData, required, onChange, rawErrors, errorSchema, uiSchema, disabled } =
    props;
  const id = fieldPathId.$id;
  const label = readLabel(props);
  const choices = uiSchema?.["ui:options"]?.choices as Choice[] | undefined;
  const values = Array.isArray(formData)
    ? formData.map((item) => (typeof item === "string" ? item : JSON.stringify(item)))
    : [];
  const errors = [
    ...(rawErrors ?? []),
    ...Object.entries(errorSchema ?? {}).flatMap(([index, item]) =>
      ((item as { __errors?: string[] }).__errors ?? []).map((error) => `${Number(index) + 1}: ${error}`),
    ),
  ];
  const input = {
    id,
    // Mantine gives the name to the list of choices, too, so without choices the label alone names the input.
    "aria-label": choices !== undefined || isBare(props) ? label : undefined,
    "aria-describedby": describedBy(id, schema.description, errors),
    "aria-required": required === true,
    value: values,
    error: errors.length > 0,
    disabled: disabled === true,
    comboboxProps: { transitionProps: { duration: 0 } },
    onChange: (next: string[]) =>
      onChange(next.length === 0 ? undefined : next, fieldPathId.path, undefined, id),
  };
  return (
    <FieldFrame {...readFrame(props)} kind="list" errors={errors}>
      {choices === undefined ? (
        <TagsInput
          {...input}
          allowDuplicates
          // A text may contain a comma.
          splitChars={[]}
          placeholder={values.length === 0 ? "Type, then press Enter" : ""}
        />
      ) : (
        <MultiSelect
          {...input}
          data={choices.map((choice) => ({ value: String(choice.value), label: choice.label }))}
          placeholder={values.length === 0 ? "Not set" : ""}
          searchable={choices.length > 8}
          hidePickedOptions
        />
      )}
    </FieldFrame>
  );
}
