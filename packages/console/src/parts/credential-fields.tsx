import type { CredentialField } from "@bowline/sdk";
import type { ReactNode } from "react";
import { CredentialInput } from "./credential-input.tsx";

/** What is filled in, by the names of the fields. */
export type CredentialValues = Record<string, string | boolean>;

/** Leaves out what is empty. */
export const pickFilled = (values: CredentialValues): CredentialValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));

/** The names under which the server tells what is wrong with fields. */
export const listIssueNames = (fields: readonly CredentialField[]): string[] =>
  fields.map(({ fieldName }) => `fields.${fieldName}`);

interface CredentialFieldsProps {
  fields: readonly CredentialField[];
  values: CredentialValues;
  change(changes: CredentialValues): void;
  issues: Partial<Record<string, string>>;
  /** Whether the first field gets the focus of a dialog. */
  takesFocus?: boolean;
}

/** The inputs for a method's fields. */
export function CredentialFields(props: CredentialFieldsProps): ReactNode {
  const { fields, values, change, issues, takesFocus = false } = props;
  return fields.map((field, index) => (
    <CredentialInput
      key={field.fieldName}
      field={field}
      isFirst={takesFocus && index === 0}
      value={values[field.fieldName]}
      onChange={(value) => change({ [field.fieldName]: value })}
      issue={issues[`fields.${field.fieldName}`]}
    />
  ));
}
