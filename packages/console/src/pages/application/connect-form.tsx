import {
  type Application,
  type Authentication,
  ConflictError,
  type Connection,
  type CreateConnection,
  type CredentialField,
} from "@bowline/sdk";
import { Button, Select, Stack, Switch, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Dispatch, type FormEvent, type ReactNode, type SetStateAction, useRef, useState } from "react";
import { beginSignIn } from "../../api/begin-sign-in.ts";
import { bowline } from "../../api/bowline.ts";
import { connectionsQuery, refreshConnections } from "../../api/connections.ts";
import { renderInline } from "../../form/description.tsx";
import { Icon } from "../../icons/icon.tsx";
import {
  CredentialFields,
  type CredentialValues,
  listIssueNames,
  pickFilled,
} from "../../parts/credential-fields.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { useFieldIssues } from "../../parts/field-issues.ts";
import { notePage } from "../../parts/note-page.ts";
import { describeError, Problem } from "../../parts/problem.tsx";
import { useFirstFocus } from "../../parts/use-first-focus.ts";
import { ClientSetup } from "./client-setup.tsx";
import { listEnteredFields } from "./list-entered-fields.ts";

/** While a mutation has it, the dialog stays open: what was begun would be done anyway. */
export const connectingKey = ["connecting"];

interface ConnectFormProps {
  application: Application;
  method: Authentication;
  /** Leads back to the choice of the method; null: there was none. */
  goBack: (() => void) | null;
  finish(connectionId: number): void;
  /** Closes the dialog without a connection. */
  cancel(): void;
}

/** The fields of a method, or what a sign-in needs before anybody can use it. */
export function ConnectForm(props: ConnectFormProps): ReactNode {
  const { application, method, goBack, cancel } = props;
  return method.lacksOAuthClient ? (
    <Stack gap="md">
      {goBack !== null && <BackButton goBack={goBack} />}
      <ClientSetup application={application} method={method} />
      <DialogButtons cancel={cancel} />
    </Stack>
  ) : (
    <MethodForm {...props} />
  );
}

interface BackButtonProps {
  goBack(): void;
  /** Default: no. */
  isDisabled?: boolean;
}

function BackButton({ goBack, isDisabled = false }: BackButtonProps): ReactNode {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      onClick={goBack}
      disabled={isDisabled}
      leftSection={<Icon name="arrow-left" size={15} />}
      style={{ alignSelf: "flex-start" }}
    >
      Other ways to connect
    </Button>
  );
}

function MethodIntroduction({
  application,
  method,
}: Pick<ConnectFormProps, "application" | "method">): ReactNode {
  return (
    <>
      {method.description !== "" && (
        <Text size="sm" component="div">
          {renderInline(method.description)}
        </Text>
      )}
      {method.type === "oauth2" && (
        <Text size="sm">
          You sign in at {application.name} and come back here. Bowline keeps the access it is given, and
          renews it.
        </Text>
      )}
    </>
  );
}

interface ConnectDraft {
  values: CredentialValues;
  environment: string | null;
  name: string;
  /** Null until somebody chooses. */
  isDefault: boolean | null;
}

/** An OAuth method leads to the application's sign-in page, and back. */
function MethodForm({ application, method, goBack, finish, cancel }: ConnectFormProps): ReactNode {
  const { shown, showMore } = useShownFields(method);
  const form = useRef<HTMLFormElement>(null);
  useFirstFocus(form);
  const [draft, setDraft] = useState<ConnectDraft>({
    values: {},
    environment: method.environments[0] ?? null,
    name: "",
    isDefault: null,
  });
  const change = (changes: Partial<ConnectDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const former = useDefaultConnection(application);
  // What runs through the default now is not moved to another account unasked.
  const isDefault = draft.isDefault ?? former === undefined;
  const connecting = useConnecting(
    application,
    method,
    { ...draft, isDefault },
    { forget: () => change({ values: {} }), finish },
  );
  const { issues, rest } = useFieldIssues(form, connecting.error, [
    "name",
    ...(method.environments.length > 1 ? ["environment"] : []),
    ...listIssueNames(shown),
  ]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    connecting.mutate();
  };
  return (
    <form ref={form} onSubmit={submit} autoComplete="off">
      <Stack gap="md">
        {goBack !== null && <BackButton goBack={goBack} isDisabled={connecting.isPending} />}
        <MethodIntroduction application={application} method={method} />
        <MethodFields method={method} fields={shown} draft={draft} setDraft={setDraft} issues={issues} />
        {showMore !== null && <MoreFieldsButton showMore={showMore} />}
        <NameInput
          application={application}
          name={draft.name}
          change={(name) => change({ name })}
          issue={issues.name}
        />
        <DefaultSwitch
          application={application}
          former={former}
          isDefault={isDefault}
          change={(chosen) => change({ isDefault: chosen })}
        />
        {rest !== null && <ConnectFailure application={application} method={method} error={rest} />}
        <ConnectButtons isConnecting={connecting.isPending} takesFocus={shown.length === 0} cancel={cancel} />
      </Stack>
    </form>
  );
}

interface MethodFieldsProps {
  method: Authentication;
  /** Those of the method that are shown. */
  fields: CredentialField[];
  draft: ConnectDraft;
  setDraft: Dispatch<SetStateAction<ConnectDraft>>;
  issues: Partial<Record<string, string>>;
}

/** The environment where there is a choice, and the credentials. */
function MethodFields({ method, fields, draft, setDraft, issues }: MethodFieldsProps): ReactNode {
  return (
    <>
      {method.environments.length > 1 && (
        <Select
          label="Environment"
          data={method.environments}
          value={draft.environment}
          onChange={(environment) => setDraft((before) => ({ ...before, environment }))}
          error={issues.environment}
        />
      )}
      <CredentialFields
        fields={fields}
        values={draft.values}
        change={(changes) => setDraft((before) => ({ ...before, values: { ...before.values, ...changes } }))}
        issues={issues}
        takesFocus
      />
    </>
  );
}

function MoreFieldsButton({ showMore }: { showMore(): void }): ReactNode {
  return (
    <Button variant="subtle" size="compact-sm" onClick={showMore} style={{ alignSelf: "flex-start" }}>
      More fields
    </Button>
  );
}

interface NameInputProps {
  application: Application;
  name: string;
  change(name: string): void;
  issue: string | undefined;
}

function NameInput({ application, name, change, issue }: NameInputProps): ReactNode {
  return (
    <TextInput
      label="Name of the connection"
      description="To tell several accounts apart."
      placeholder={application.name}
      value={name}
      onChange={(event) => change(event.currentTarget.value)}
      error={issue}
    />
  );
}

interface DefaultSwitchProps {
  application: Application;
  /** The application's default connection so far. */
  former: Connection | undefined;
  isDefault: boolean;
  change(isDefault: boolean): void;
}

function DefaultSwitch({ application, former, isDefault, change }: DefaultSwitchProps): ReactNode {
  return (
    <Switch
      label={`Use it for ${application.name} by default`}
      description={former && `Instead of ${former.name}.`}
      checked={isDefault}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
}

interface ConnectFailureProps extends Pick<ConnectFormProps, "application" | "method"> {
  error: Error;
}

/** Says what is wrong. Where a sign-in lacks a client, it can be entered at once. */
function ConnectFailure({ application, method, error }: ConnectFailureProps): ReactNode {
  const lacksClient =
    method.type === "oauth2" && error instanceof ConflictError && lacksClientMessage.test(error.message);
  return lacksClient ? (
    <ClientSetup application={application} method={method} isFailure />
  ) : (
    <Problem error={error} />
  );
}

interface ConnectButtonsProps extends Pick<ConnectFormProps, "cancel"> {
  isConnecting: boolean;
  /** Whether "Connect" has the focus when the dialog opens. */
  takesFocus: boolean;
}

function ConnectButtons({ isConnecting, takesFocus, cancel }: ConnectButtonsProps): ReactNode {
  return (
    <DialogButtons cancel={cancel} isPending={isConnecting}>
      <Button
        type="submit"
        loading={isConnecting}
        leftSection={<Icon name="plug" size={16} />}
        data-autofocus={takesFocus || undefined}
      >
        Connect
      </Button>
    </DialogButtons>
  );
}

interface ConnectDialog {
  /** Forgets the values, which are secrets: they leave the page with their fields. */
  forget(): void;
  finish(connectionId: number): void;
}

/** Connects with what is filled in. To somebody who has left the page meanwhile it says there what came of it. */
function useConnecting(
  { slug, name: applicationName }: Application,
  method: Authentication,
  { values, environment, name, isDefault }: ConnectDraft,
  { forget, finish }: ConnectDialog,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: connectingKey,
    onMutate: notePage,
    mutationFn: () =>
      connect(method, {
        applicationSlug: slug,
        authenticationId: method.authenticationId,
        environment,
        name: name.trim() || null,
        isDefault,
        fields: pickFilled(values),
      }),
    onSuccess: async (connection, _, isHere) => {
      if (connection === null) {
        return;
      }
      forget();
      await refreshConnections(queryClient);
      if (isHere()) {
        finish(connection.connectionId);
      } else {
        notifications.show({ color: "teal", message: `The connection to ${applicationName} is saved.` });
      }
    },
    onError: (error, _, isHere) => {
      if (isHere?.() === false) {
        notifications.show({
          color: "red",
          title: `${applicationName} is not connected`,
          message: describeError(error),
        });
      }
    },
  });
}

/** Creates the connection. Null: the browser leaves for the application's sign-in page. */
async function connect(method: Authentication, request: CreateConnection): Promise<Connection | null> {
  if (method.type === "oauth2") {
    await beginSignIn(request, `/applications/${request.applicationSlug}?tab=connections`);
    return null;
  }
  return bowline.connections.create(request);
}

/** The fields that are shown. A sign-in finds most of its fields out by itself, so the optional ones are shown when they are asked for. */
function useShownFields(method: Authentication): { shown: CredentialField[]; showMore: (() => void) | null } {
  const [showsAll, setShowsAll] = useState(false);
  const fields = listEnteredFields(method.type, method.fields);
  const shown = fields.filter(({ required }) => showsAll || required || method.type !== "oauth2");
  return { shown, showMore: shown.length < fields.length ? () => setShowsAll(true) : null };
}

function useDefaultConnection({ slug }: Application): Connection | undefined {
  const { data: connections } = useQuery(connectionsQuery);
  return connections?.find((one) => one.applicationSlug === slug && one.isDefault);
}

/** Other conflicts say what is wrong with the client that there is, or why none could be registered. */
const lacksClientMessage = /^No OAuth client is configured .*\/client\.$/;
