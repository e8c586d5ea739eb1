// Not the package's index: that one also loads its own tests' parts.
import Form from "@rjsf/core/lib/components/Form.js";
import { type ReactNode, type Ref, useImperativeHandle, useMemo, useRef } from "react";
import { buildChecker } from "./check-input.ts";
import type { Problem } from "./describe-problem.ts";
import { ChoiceField, TruthField } from "./fields/choice-field.tsx";
import { FileField, FilesField } from "./fields/file-field.tsx";
import { JsonField } from "./fields/json-field.tsx";
import { MapField } from "./fields/map-field.tsx";
import { NumberField } from "./fields/number-field.tsx";
import { TextField } from "./fields/text-field.tsx";
import { TextsField } from "./fields/texts-field.tsx";
import { UnionField } from "./fields/union-field.tsx";
import { fillRequired } from "./fill-required.ts";
import { focusField } from "./focus-field.ts";
import type { FormContext } from "./form-context.ts";
import { buildErrorSchema, buildFormValidator } from "./form-validator.ts";
import type { JsonSchema } from "./json-schema.ts";
import { ArrayItemTemplate } from "./templates/array-item-template.tsx";
import { ArrayTemplate } from "./templates/array-template.tsx";
import { ErrorList } from "./templates/error-list.tsx";
import { FieldTemplate } from "./templates/field-template.tsx";
import { ObjectTemplate } from "./templates/object-template.tsx";
import { toFormSchema } from "./to-form-schema.ts";
import { dropUndefined, readPath, setAt } from "./values.ts";

export type Input = Record<string, unknown>;

/** What a page does with a form. */
export interface FormHandle {
  /** Checks the input, shows what is wrong, and focuses the first wrong field. @returns the input, or null when it is wrong */
  check(): Input | null;
}

export interface ToolFormHandle extends FormHandle {
  /** Focuses the first field that shows what is not in its data, such as a text that is no JSON. @returns whether there is one */
  focusUnread(): boolean;
}

export interface ToolFormProps {
  /** The tool's input schema. */
  schema: JsonSchema;
  value: Input;
  onChange(value: Input): void;
  /** What the server found wrong. */
  problems: Problem[];
  isDisabled?: boolean;
  handle: Ref<ToolFormHandle>;
}

const fields = {
  text: TextField,
  number: NumberField,
  choice: ChoiceField,
  truth: TruthField,
  texts: TextsField,
  json: JsonField,
  file: FileField,
  files: FilesField,
  union: UnionField,
  map: MapField,
};

const templates = {
  FieldTemplate,
  ObjectFieldTemplate: ObjectTemplate,
  ArrayFieldTemplate: ArrayTemplate,
  ArrayFieldItemTemplate: ArrayItemTemplate,
  ErrorListTemplate: ErrorList,
};

/** The application sets its own defaults, so the form adds none to the data. */
export const noDefaults = {
  emptyObjectFields: "skipDefaults",
  arrayMinItems: { populate: "never" },
  allOf: "skipDefaults",
  constAsDefaults: "never",
} as const;

/** A form for a tool's input. It never changes what nobody typed. */
export function ToolForm({
  schema,
  value,
  onChange,
  problems,
  isDisabled = false,
  handle,
}: ToolFormProps): ReactNode {
  const form = useRef<Form>(null);
  const texts = useRef(new Map<string, string>());
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  const { formSchema, checker, validator } = useMemo(() => {
    const inputChecker = buildChecker(schema);
    const listTexts = () =>
      Array.from(texts.current, ([path, message]) => ({ path: readPath(path), message }));
    return {
      formSchema: toFormSchema(schema),
      checker: inputChecker,
      validator: buildFormValidator(inputChecker, listTexts),
    };
  }, [schema]);
  // Another object would render every field again.
  const context = useMemo<FormContext>(
    () => ({
      change: (path, next) => latest.current.onChange(setAt(latest.current.value, path, next) as Input),
      matches: checker.matches,
      setTextProblem: (path, message) => {
        texts.current.delete(path);
        if (message !== null) {
          texts.current.set(path, message);
        }
      },
    }),
    [checker],
  );
  const extraErrors = useMemo(() => buildErrorSchema(problems), [problems]);
  useImperativeHandle(handle, () => ({
    check: () => {
      const checked = fillRequired(dropUndefined(latest.current.value), formSchema) as Input;
      return form.current?.validateFormWithFormData(checked) === true ? checked : null;
    },
    focusUnread: () => {
      const [first] = texts.current.keys();
      if (first !== undefined) {
        focusField(readPath(first));
      }
      return first !== undefined;
    },
  }));
  return (
    <Form
      ref={form}
      fields={fields}
      templates={templates}
      tagName="div"
      idPrefix="input"
      schema={formSchema.schema}
      uiSchema={formSchema.uiSchema}
      validator={validator}
      formData={value}
      formContext={context}
      disabled={isDisabled}
      extraErrors={extraErrors}
      experimental_defaultFormStateBehavior={noDefaults}
      focusOnFirstError={({ property }) => focusField(readPath(property ?? ""))}
      onError={() => undefined}
      onChange={({ formData }) => onChange(formData ?? {})}
    >
      {/* The page has the buttons. */}
      {true}
    </Form>
  );
}
