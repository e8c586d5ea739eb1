import { isInexact } from "@bowline/contract/inexact-number";
import { TextInput } from "@mantine/core";
import type { FieldProps } from "@rjsf/utils";
import { type ReactNode, useState } from "react";
import { describedBy, FieldFrame } from "../field-frame.tsx";
import { isBare, readFrame, readLabel } from "../form-context.ts";

const show = (value: unknown): string => (value === undefined || value === null ? "" : String(value));

/** Reads a number. A text that is none, or would be sent as another one, stays a text, so that the check can say so. */
function readNumber(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") {
    return undefined;
  }
  const number = Number(trimmed);
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(trimmed) && !isInexact(trimmed) ? number : trimmed;
}

/** A number, typed as text: an input of the type `number` changes when the wheel is turned, and hides what it cannot read. */
export function NumberField(props: FieldProps): ReactNode {
  const { fieldPathId, schema, formData, required, onChange, rawErrors, uiSchema, disabled } = props;
  const id = fieldPathId.$id;
  const label = readLabel(props);
  // "1." and "1.0" are the same number, so what is being typed is kept as text.
  const [text, setText] = useState(show(formData));
  const shown = readNumber(text) === (formData ?? undefined) ? text : show(formData);
  return (
    <FieldFrame
      {...readFrame(props)}
      kind={schema.type === "integer" ? "whole number" : "number"}
      errors={rawErrors}
    >
      <TextInput
        id={id}
        aria-label={isBare(props) ? label : undefined}
        aria-describedby={describedBy(id, schema.description, rawErrors)}
        aria-required={required === true}
        value={shown}
        placeholder={uiSchema?.["ui:options"]?.placeholder ?? ""}
        error={(rawErrors?.length ?? 0) > 0}
        disabled={disabled === true}
        inputMode={schema.type === "integer" ? "numeric" : "decimal"}
        autoComplete="off"
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          onChange(readNumber(currentTarget.value), fieldPathId.path, undefined, id);
        }}
      />
    </FieldFrame>
  );
}
