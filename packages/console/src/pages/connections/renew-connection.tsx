import type { Authentication, Connection } from "@bowline/sdk";
import { Alert, Button, Checkbox, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import {
  type ComponentProps,
  type Dispatch,
  type FormEvent,
  type ReactNode,
  type SetStateAction,
  useRef,
  useState,
} from "react";
import { applicationQuery } from "../../api/applications.ts";
import { Icon } from "../../icons/icon.tsx";
import { CredentialFields, type CredentialValues, listIssueNames } from "../../parts/credential-fields.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { useFieldIssues } from "../../parts/field-issues.ts";
import { Problem } from "../../parts/problem.tsx";
import { useFocusReturn } from "../../parts/use-focus-return.ts";
import { hasNewAddress, listNewAddresses } from "./new-addresses.ts";
import { type RenewalDraft, useRenewal } from "./use-renewal.ts";

interface RenewConnectionProps {
  connection: Connection;
  close(): void;
}

/** Gives a connection new credentials, or another name. It keeps its toolsets. */
export function RenewConnection({ connection, close }: RenewConnectionProps): ReactNode {
  const method = useMethod(connection);
  const [draft, setDraft] = useState<RenewalDraft>({ name: connection.name, values: {}, environment: null });
  useFocusReturn();
  const { saving, signingIn } = useRenewal(connection, draft, {
    forget: () => setDraft((before) => ({ ...before, values: {} })),
    close,
  });
  // What was begun would be saved anyway, or lead away.
  const isPending = saving.isPending || signingIn.isPending;
  const form = useRef<HTMLFormElement>(null);
  const { issues, rest } = useFieldIssues(form, saving.error ?? signingIn.error, [
    "name",
    ...(hasLostEnvironment(connection, method) ? ["environment"] : []),
    "confirmOrigins",
    ...listIssueNames(method?.fields ?? []),
  ]);
  const { address, isConfirmed, confirm } = useNewAddress(connection, issues.confirmOrigins);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(address !== null && isConfirmed ? listNewAddresses(address) : null);
  };
  return (
    <Modal opened onClose={() => !isPending && close()} title={`Renew or rename ${connection.name}`}>
      <form ref={form} onSubmit={submit} autoComplete="off">
        <Stack>
          <RenewalFields
            connection={connection}
            method={method}
            draft={draft}
            setDraft={setDraft}
            signingIn={signingIn}
            issues={issues}
          />
          {rest !== null && <Problem error={rest} />}
          {address !== null && <NewAddress address={address} isConfirmed={isConfirmed} confirm={confirm} />}
          <DialogButtons cancel={close} isPending={isPending}>
            <Button type="submit" loading={saving.isPending}>
              Save
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

/** The method that a connection was made with; undefined until its application is loaded. */
function useMethod({ applicationSlug, authenticationId }: Connection): Authentication | undefined {
  const { data: application } = useQuery(applicationQuery(applicationSlug));
  return application?.authentications.find((one) => one.authenticationId === authenticationId);
}

/** Whether the method does not have the connection's environment any more, so that another one is to be chosen. */
const hasLostEnvironment = (connection: Connection, method: Authentication | undefined): boolean =>
  connection.status === "error" && (method?.environments ?? []).length > 0 && !hasNewAddress(connection);

/**
 * What the server says about a new address of the application, if it has one, and whether that was confirmed.
 *
 * @param unconfirmed what it said when the form was sent
 */
function useNewAddress(connection: Connection, unconfirmed: string | undefined) {
  // The text that was shown when it was confirmed: another one needs another confirmation.
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const address = unconfirmed ?? (hasNewAddress(connection) ? connection.statusReason : null);
  return {
    address,
    isConfirmed: address !== null && confirmed === address,
    confirm: (isConfirmed: boolean) => setConfirmed(isConfirmed ? address : null),
  };
}

interface SignInButtonProps {
  connection: Connection;
  signingIn: ReturnType<typeof useRenewal>["signingIn"];
}

interface RenewalFieldsProps extends SignInButtonProps {
  method: Authentication | undefined;
  draft: RenewalDraft;
  setDraft: Dispatch<SetStateAction<RenewalDraft>>;
  issues: Partial<Record<string, string>>;
}

/** The name, the credentials or a way to sign in again, and the environment where the connection has lost its own. */
function RenewalFields(props: RenewalFieldsProps): ReactNode {
  const { connection, method, draft, setDraft, signingIn, issues } = props;
  const change = (changes: Partial<RenewalDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const changeValues = (changes: CredentialValues) =>
    setDraft((before) => ({ ...before, values: { ...before.values, ...changes } }));
  return (
    <>
      <TextInput
        label="Name"
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={issues.name}
        required
        data-autofocus
      />
      {method?.type === "oauth2" ? (
        <SignInButton connection={connection} signingIn={signingIn} />
      ) : (
        <KeptFields
          connection={connection}
          fields={method?.fields ?? []}
          values={draft.values}
          change={changeValues}
          issues={issues}
        />
      )}
      {hasLostEnvironment(connection, method) && (
        <EnvironmentChoice
          reason={connection.statusReason}
          environments={method?.environments ?? []}
          chosen={draft.environment}
          choose={(environment) => change({ environment })}
          issue={issues.environment}
        />
      )}
    </>
  );
}

function SignInButton({ connection, signingIn }: SignInButtonProps): ReactNode {
  return (
    <Button
      variant="default"
      loading={signingIn.isPending}
      onClick={() => signingIn.mutate()}
      leftSection={<Icon name="external-link" size={16} />}
    >
      Sign in again at {connection.applicationName}
    </Button>
  );
}

interface EnvironmentChoiceProps {
  /** Why one is to be chosen. */
  reason: string | null;
  environments: string[];
  chosen: string | null;
  choose(environment: string | null): void;
  issue: string | undefined;
}

function EnvironmentChoice(props: EnvironmentChoiceProps): ReactNode {
  const { reason, environments, chosen, choose, issue } = props;
  return (
    <Select
      label="Environment"
      description={firstSentence(reason ?? "")}
      data={environments}
      value={chosen}
      onChange={choose}
      error={issue}
      required
    />
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
