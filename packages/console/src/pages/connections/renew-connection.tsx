import type { Connection } from "@bowline/sdk";
import { Alert, Button, Checkbox, Group, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from "react";
import { applicationQuery } from "../../api/applications.ts";
import { Icon } from "../../icons/icon.tsx";
import { CredentialFields, listIssueNames } from "../../parts/credential-fields.tsx";
import { useFieldIssues } from "../../parts/field-issues.ts";
import { Problem } from "../../parts/problem.tsx";
import { useFocusReturn } from "../../parts/use-focus-return.ts";
import { hasNewAddress, listNewAddresses } from "./new-addresses.ts";
import { type RenewalDraft, useRenewal } from "./use-renewal.ts";

/** Gives a connection new credentials, or another name. It keeps its toolsets. */
export function RenewConnection({ connection, close }: { connection: Connection; close(): void }): ReactNode {
  const { applicationSlug, authenticationId } = connection;
  const { data: application } = useQuery(applicationQuery(applicationSlug));
  const method = application?.authentications.find((one) => one.authenticationId === authenticationId);
  const [draft, setDraft] = useState<RenewalDraft>({ name: connection.name, values: {}, environment: null });
  const change = (changes: Partial<RenewalDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const { name, values, environment } = draft;
  // The text that was shown when it was confirmed: another one needs another confirmation.
  const [confirmed, setConfirmed] = useState<string | null>(null);
  useFocusReturn();
  const { saving, signingIn } = useRenewal(connection, draft, {
    forget: () => change({ values: {} }),
    close,
  });
  // What was begun would be saved all the same, or lead away.
  const isPending = saving.isPending || signingIn.isPending;
  const environments = method?.environments ?? [];
  const hasLostEnvironment =
    connection.status === "error" && environments.length > 0 && !hasNewAddress(connection);
  const isSignIn = method?.type === "oauth2";
  const fields = method?.fields ?? [];
  const error = saving.error ?? signingIn.error;
  const form = useRef<HTMLFormElement>(null);
  const { issues, rest } = useFieldIssues(form, error, [
    "name",
    ...(hasLostEnvironment ? ["environment"] : []),
    "confirmOrigins",
    ...listIssueNames(fields),
  ]);
  const unconfirmed = issues.confirmOrigins ?? null;
  const address = unconfirmed ?? (hasNewAddress(connection) ? connection.statusReason : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(address !== null && confirmed === address ? listNewAddresses(address) : null);
  };
  return (
    <Modal opened onClose={() => !isPending && close()} title={`Renew or rename ${connection.name}`}>
      <form ref={form} onSubmit={submit} autoComplete="off">
        <Stack>
          <TextInput
            label="Name"
            value={name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={issues.name}
            required
            data-autofocus
          />
          {isSignIn ? (
            <Button
              variant="default"
              loading={signingIn.isPending}
              onClick={() => signingIn.mutate()}
              leftSection={<Icon name="external-link" size={16} />}
            >
              Sign in again at {connection.applicationName}
            </Button>
          ) : (
            <KeptFields
              connection={connection}
              fields={fields}
              values={values}
              change={(changes) =>
                setDraft((before) => ({ ...before, values: { ...before.values, ...changes } }))
              }
              issues={issues}
            />
          )}
          {hasLostEnvironment && (
            <Select
              label="Environment"
              description={firstSentence(connection.statusReason ?? "")}
              data={environments}
              value={environment}
              onChange={(chosen) => change({ environment: chosen })}
              error={issues.environment}
              required
            />
          )}
          {rest !== null && <Problem error={rest} />}
          {address !== null && (
            <NewAddress
              address={address}
              isConfirmed={confirmed === address}
              confirm={(isConfirmed) => setConfirmed(isConfirmed ? address : null)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface KeptFieldsProps extends ComponentProps<typeof CredentialFields> {
  connection: Connection;
}

/** The fields of a method, where a field that is left empty keeps its value. That is shown unless it is secret. */
function KeptFields({ connection, fields, ...props }: KeptFieldsProps): ReactNode {
  const kept = fields.map((field) => ({
    ...field,
    required: false,
    default: connection.fields[field.fieldName] ?? null,
  }));
  return (
    <>
      <Text size="sm" c="dimmed">
        What you leave empty stays as it is.
      </Text>
      <CredentialFields fields={kept} {...props} />
    </>
  );
}

interface NewAddressProps {
  /** What the server says about it. */
  address: string;
  isConfirmed: boolean;
  confirm(isConfirmed: boolean): void;
}

/** Asks whether the stored credentials may go to the application's new address. */
function NewAddress({ address, isConfirmed, confirm }: NewAddressProps): ReactNode {
  return (
    <Alert color="yellow" icon={<Icon name="triangle-alert" />} title="The address is new" role="alert">
      <Text size="sm" c="var(--mantine-color-text)" mb="sm" style={{ overflowWrap: "anywhere" }}>
        {firstSentence(address)}
      </Text>
      <Checkbox
        label="Send the stored credentials to the new address"
        checked={isConfirmed}
        onChange={(event) => confirm(event.currentTarget.checked)}
      />
    </Alert>
  );
}

/** What the server says next is for programs. */
const firstSentence = (text: string): string => text.split(/(?<=\.) (?=[A-Z])/)[0] ?? text;
