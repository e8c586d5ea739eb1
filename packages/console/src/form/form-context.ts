import type { FieldProps, Registry } from "@rjsf/utils";
import type { JsonSchema } from "./json-schema.ts";
import type { Path } from "./values.ts";

/** What the fields need of the form around them. */
export interface FormContext {
  /** Sets the value at a path. `undefined` removes it. */
  change(path: Path, value: unknown): void;
  /** Whether a value belongs to a branch of a union. */
  matches(branch: JsonSchema, value: unknown): boolean;
  /** Says why what a field at a path, such as `labels[0].name`, shows is not its data; null when it is again, or is gone. */
  setTextProblem(path: string, message: string | null): void;
}

export const readContext = (registry: Registry): FormContext => registry.formContext as FormContext;

/** The label of a field: its title, or its name. An item of a list has its number in it. */
export const readLabel = ({ schema, name, title, fieldPathId }: FieldProps): string =>
  schema.title ?? nameItem(title ?? name, fieldPathId.path);

/** Writes `steps 1` where the library names an item `steps-1`. A member may be called `sha-256`. */
export function nameItem(title: string, path: Path): string {
  const depth = path.length - 1 - path.findLastIndex((part) => typeof part !== "number");
  return depth === 0
    ? title
    : title.replace(new RegExp(`(?:-\\d+){1,${depth}}$`), (numbers) => numbers.replaceAll("-", " "));
}

/** Whether another field shows the label already. */
export const isBare = ({ uiSchema }: FieldProps): boolean => uiSchema?.["ui:options"]?.isBare === true;

/** What the frame around a field shows of it. */
export const readFrame = (props: FieldProps) => ({
  id: props.fieldPathId.$id,
  label: readLabel(props),
  isBare: isBare(props),
  isRequired: props.required === true,
  isDeprecated: props.schema.deprecated === true,
  description: props.schema.description,
});
