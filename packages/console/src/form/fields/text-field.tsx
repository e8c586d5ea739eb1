import { PasswordInput, Textarea, TextInput } from "@mantine/core";
import type { FieldProps } from "@rjsf/utils";
import type { ReactNode } from "react";
import type { TextOptions } from "../choose-text-field.ts";
import { describedBy, FieldFrame } from "../field-frame.tsx";
import { isBare, readFrame, readLabel } from "../form-context.ts";

/** A text. An empty one is left out. */
export function TextField(props: FieldProps): ReactNode {
  const { fieldPathId, schema, formData, required, onChange, rawErrors, uiSchema, disabled } = props;
  const { placeholder, isLong, isSecret, inputType } = (uiSchema?.["ui:options"] ?? {}) as TextOptions;
  const id = fieldPathId.$id;
  const label = readLabel(props);
  const input = {
    id,
    "aria-label": isBare(props) ? label : undefined,
    "aria-describedby": describedBy(id, schema.description, rawErrors),
    "aria-required": required === true,
    value:
      typeof formData === "string"
        ? formData
        : formData === undefined || formData === null
          ? ""
          : JSON.stringify(formData),
    placeholder: placeholder ?? "",
    error: (rawErrors?.length ?? 0) > 0,
    disabled: disabled === true,
    autoComplete: "off",
    spellCheck: false,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(currentTarget.value === "" ? undefined : currentTarget.value, fieldPathId.path, undefined, id),
  };
  return (
    <FieldFrame {...readFrame(props)} errors={rawErrors}>
      {isSecret === true ? (
        <PasswordInput {...input} autoComplete="new-password" />
      ) : isLong === true ? (
        <Textarea {...input} autosize minRows={2} maxRows={14} />
      ) : (
        <TextInput {...input} {...(inputType !== undefined && { type: inputType })} />
      )}
    </FieldFrame>
  );
}
