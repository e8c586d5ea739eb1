import { type Connection, NotFoundError } from "@bowline/sdk";
import { Alert, Button, Checkbox, Group, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { applicationQuery } from "../../api/applications.ts";
import { beginSignIn } from "../../api/begin-sign-in.ts";
import { bowline } from "../../api/bowline.ts";
import { refreshConnections } from "../../api/connections.ts";
import { Icon } from "../../icons/icon.tsx";
import { CredentialInput } from "../../parts/credential-input.tsx";
import { useFieldIssues } from "../../parts/field-issues.ts";
import { goneMessage, Problem } from "../../parts/problem.tsx";
import { useFocusReturn } from "../../parts/use-focus-return.ts";
import { hasNewAddress, listNewAddresses } from "./new-addresses.ts";

/** Gives a connection new credentials, or another name. It keeps its toolsets. */
export function RenewConnection({ connection, close }: { connection: Connection; close(): void }): ReactNode {
  const { connectionId, applicationSlug, authenticationId } = connection;
  const { data: application } = useQuery(applicationQuery(applicationSlug));
  const method = application?.authentications.find((one) => one.authenticationId === authenticationId);
  const [name, setName] = useState(connection.name);
  const [values, setValues] = useState<Record<string, string | boolean>>({});
  const [environment, setEnvironment] = useState<string | null>(null);
  // The text that was shown when it was confirmed: another one needs another confirmation.
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const queryClient = useQueryClient();
  useFocusReturn();
  const leaveWhenGone = (error: Error) => {
    if (error instanceof NotFoundError) {
      notifications.show({ color: "yellow", title: connection.name, message: goneMessage });
      close();
    }
  };
  const fields = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
  const saving = useMutation({
    mutationFn: (confirmOrigins: string[] | null) =>
      bowline.connections.update(connectionId, {
        // Somebody may have renamed it elsewhere.
        name: name.trim() === connection.name ? null : name.trim() || null,
        fields: Object.keys(fields).length === 0 ? null : fields,
        environment,
        confirmOrigins,
      }),
    onSuccess: async () => {
      setValues({});
      await refreshConnections(queryClient);
      close();
    },
    onError: leaveWhenGone,
  });
  const signingIn = useMutation({
    mutationFn: () =>
      beginSignIn({ applicationSlug, authenticationId, connectionId, environment }, "/connections"),
    onError: leaveWhenGone,
  });
  // What was begun would be saved all the same, or lead away.
  const isPending = saving.isPending || signingIn.isPending;
  const environments = method?.environments ?? [];
  const hasLostEnvironment =
    connection.status === "error" && environments.length > 0 && !hasNewAddress(connection);
  const isSignIn = method?.type === "oauth2";
  const error = saving.error ?? signingIn.error;
  const form = useRef<HTMLFormElement>(null);
  const fieldNames = (method?.fields ?? []).map(({ fieldName }) => `fields.${fieldName}`);
  const { issues, rest } = useFieldIssues(form, error, [
    "name",
    ...(hasLostEnvironment ? ["environment"] : []),
    "confirmOrigins",
    ...fieldNames,
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
            onChange={(event) => setName(event.currentTarget.value)}
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
            <>
              <Text size="sm" c="dimmed">
                What you leave empty stays as it is.
              </Text>
              {(method?.fields ?? []).map((field) => (
                <CredentialInput
                  key={field.fieldName}
                  field={{ ...field, required: false, default: connection.fields[field.fieldName] ?? null }}
                  value={values[field.fieldName]}
                  onChange={(value) => setValues((before) => ({ ...before, [field.fieldName]: value }))}
                  issue={issues[`fields.${field.fieldName}`]}
                />
              ))}
            </>
          )}
          {hasLostEnvironment && (
            <Select
              label="Environment"
              description={firstSentence(connection.statusReason ?? "")}
              data={environments}
              value={environment}
              onChange={setEnvironment}
              error={issues.environment}
              required
            />
          )}
          {rest !== null && <Problem error={rest} />}
          {address !== null && (
            <Alert
              color="yellow"
              icon={<Icon name="triangle-alert" />}
              title="The address is new"
              role="alert"
            >
              <Text size="sm" c="var(--mantine-color-text)" mb="sm" style={{ overflowWrap: "anywhere" }}>
                {firstSentence(address)}
              </Text>
              <Checkbox
                label="Send the stored credentials to the new address"
                checked={confirmed === address}
                onChange={(event) => setConfirmed(event.currentTarget.checked ? address : null)}
              />
            </Alert>
          )}
          <Group justify="flex-end">
            <Button type="submit" loading={saving.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** What the server says next is for programs. */
const firstSentence = (text: string): string => text.split(/(?<=\.) (?=[A-Z])/)[0] ?? text;
