import type { Connection, CredentialField } from "@bowline/sdk";
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { CredentialInput } from "../../parts/credential-input.tsx";
import { MoreOptions } from "../../parts/more-options.tsx";

/** The values that replace fields of the connection, by their names. */
export type Overrides = Readonly<Record<string, string>>;

interface RunOptionsProps {
  connection: Connection | null;
  /** The fields of the connection that a run may replace. */
  fields: CredentialField[];
  overrides: Overrides;
  changeOverrides(overrides: Overrides): void;
  idempotencyKey: string;
  changeIdempotencyKey(key: string): void;
  /** What the server found wrong, by field name. */
  issues: ReadonlyMap<string, string>;
  isOpen: boolean;
  toggle(): void;
}

/** What few runs need: other values for the connection's fields, and an idempotency key. */
export function RunOptions(props: RunOptionsProps): ReactNode {
  const { connection, fields, overrides, changeOverrides, idempotencyKey, changeIdempotencyKey, issues } =
    props;
  const setCount = Object.keys(overrides).length + (idempotencyKey === "" ? 0 : 1);
  const isOpen = props.isOpen || issues.size > 0;
  return (
    <MoreOptions isOpen={isOpen} toggle={props.toggle} setCount={setCount}>
      {fields.length > 0 && (
        <Stack gap="sm" role="group" aria-label="Fields of the connection">
          <Text size="xs" c="dimmed">
            For this run only, in place of what the connection has. An empty field stays as it is.
          </Text>
          {fields.map((field) => (
            <CredentialInput
              key={field.fieldName}
              field={asOverride(field, connection?.fields[field.fieldName])}
              value={overrides[field.fieldName]}
              onChange={(value) => {
                const { [field.fieldName]: _before, ...others } = overrides;
                changeOverrides(value === "" ? others : { ...others, [field.fieldName]: String(value) });
              }}
              issue={issues.get(field.fieldName)}
            />
          ))}
        </Stack>
      )}
      <Group gap="xs" align="flex-end">
        <TextInput
          label="Idempotency key"
          description="For 24 hours, a run with the same key and the same input returns the first result and sends nothing again."
          placeholder="Another one for each run"
          value={idempotencyKey}
          maxLength={255}
          onChange={(event) => changeIdempotencyKey(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          style={{ flex: 1, minWidth: 200 }}
        />
        <Button variant="default" onClick={() => changeIdempotencyKey(createKey())}>
          New key
        </Button>
      </Group>
    </MoreOptions>
  );
}

/** Any field may stay as it is, so a truth has a third state. */
const asOverride = (field: CredentialField, stored: string | undefined): CredentialField => ({
  ...field,
  overridable: false,
  required: false,
  default: field.secret ? "As stored" : (stored ?? field.default),
  ...(field.type === "boolean" && { type: "string", enum: ["true", "false"] }),
});

/** Without https, a browser has no `crypto.randomUUID`. */
const createKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
