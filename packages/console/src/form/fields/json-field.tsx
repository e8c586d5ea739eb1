import type { FieldProps } from "@rjsf/utils";
import { type ReactNode, useState } from "react";
import { describedBy, FieldFrame } from "../field-frame.tsx";
import { readFrame, readLabel } from "../form-context.ts";
import { JsonInput } from "../json-input.tsx";
import { listInnerErrors } from "../list-inner-errors.ts";
import { describeJsonError } from "../read-json.ts";
import { useTextProblem } from "../use-text-problem.ts";

const show = (value: unknown): string => (value === undefined ? "" : JSON.stringify(value, null, 2));

/** A value that no simple field can show, as JSON. While the text is not JSON, the data does not change and the form cannot be sent. */
export function JsonField(props: FieldProps): ReactNode {
  const { fieldPathId, schema, formData, onChange, rawErrors, errorSchema, registry, disabled } = props;
  const id = fieldPathId.$id;
  const label = readLabel(props);
  const [text, setText] = useState(show(formData));
  const [problem, setProblem] = useState<string | null>(null);
  const change = (next: string) => {
    setText(next);
    const message = describeJsonError(next);
    setProblem(message);
    if (message === null) {
      onChange(next.trim() === "" ? undefined : JSON.parse(next), fieldPathId.path, undefined, id);
    }
  };
  useTextProblem(registry, fieldPathId.path, problem);
  const errors = [
    ...(problem === null ? [] : [problem]),
    ...(rawErrors ?? []),
    ...listInnerErrors(errorSchema),
  ];
  return (
    <FieldFrame {...readFrame(props)} isGroup kind="JSON" errors={errors}>
      <JsonInput
        id={id}
        label={label}
        describedBy={describedBy(id, schema.description, errors)}
        value={text}
        onChange={change}
        hasError={errors.length > 0}
        isDisabled={disabled === true}
        minLines={3}
      />
    </FieldFrame>
  );
}
