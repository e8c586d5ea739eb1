import type { CredentialField } from "@bowline/sdk";
import { Badge, Group, PasswordInput, Select, Switch, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { renderInline } from "../form/description.tsx";
import classes from "./credential-input.module.css";

/** A certificate or a key in PEM has several lines, which an input of one line would lose. */
const isPem = ({ pattern }: CredentialField): boolean => pattern?.includes("-----BEGIN") === true;

interface CredentialInputProps {
  field: CredentialField;
  value: string | boolean | undefined;
  onChange(value: string | boolean): void;
  /** What the server found wrong. */
  issue: string | undefined;
  /** The first field of a dialog gets the focus. */
  isFirst?: boolean;
}

/** The input of one field of a method. A secret is hidden while it is typed, and no password manager keeps it. */
export function CredentialInput(props: CredentialInputProps): ReactNode {
  const { field, value, onChange, issue, isFirst = false } = props;
  const { label, description, type, required, secret, overridable, enum: choices, patternHint } = field;
  const help = [description, patternHint === undefined ? "" : `It must be ${patternHint}.`]
    .filter(Boolean)
    .join(" ");
  const common = {
    label: overridable ? (
      <Group gap={6} component="span" display="inline-flex">
        {label}
        <Badge size="xs" color="gray">
          can differ for a call
        </Badge>
      </Group>
    ) : (
      label
    ),
    description: help === "" ? undefined : renderInline(help),
    required: required && field.default === null,
    error: issue,
    placeholder: field.default ?? undefined,
    "data-autofocus": isFirst || undefined,
  };
  const text = typeof value === "string" ? value : "";
  if (type === "boolean") {
    return (
      <Switch
        label={label}
        description={common.description}
        error={issue}
        // While nobody has chosen, its default is used.
        checked={value === undefined ? field.default === "true" : value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (choices !== undefined) {
    return (
      <Select
        {...common}
        data={choices}
        value={text || null}
        onChange={(choice) => onChange(choice ?? "")}
        clearable={!required}
      />
    );
  }
  if (isPem(field)) {
    return (
      <Textarea
        {...common}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        minRows={4}
        maxRows={10}
        autosize
        autoComplete="off"
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        {...(secret && { classNames: { input: classes.masked ?? "" } })}
      />
    );
  }
  return secret ? (
    <PasswordInput
      {...common}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
      data-1p-ignore
      spellCheck={false}
    />
  ) : (
    <TextInput
      {...common}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputMode={type === "number" ? "decimal" : undefined}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
