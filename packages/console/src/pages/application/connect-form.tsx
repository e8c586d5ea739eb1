import {
  type Application,
  type Authentication,
  ConflictError,
  type Connection,
  type CreateConnection,
  type CredentialField,
} from "@bowline/sdk";
import { Button, Group, Select, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
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
import { useFieldIssues } from "../../parts/field-issues.ts";
import { Problem } from "../../parts/problem.tsx";
import { useFirstFocus } from "../../parts/use-first-focus.ts";
import { ClientSetup } from "./client-setup.tsx";
import { listEnteredFields } from "./list-entered-fields.ts";

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
  const { application, method, goBack } = props;
  return method.lacksOAuthClient ? (
    <Stack gap="md">
      {goBack !== null && <BackButton goBack={goBack} />}
      <ClientSetup application={application} method={method} />
    </Stack>
  ) : (
    <MethodForm {...props} />
  );
}

function BackButton({ goBack }: { goBack(): void }): ReactNode {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      onClick={goBack}
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

/** An OAuth method leads to the application's sign-in page, and back. */
function MethodForm({ application, method, goBack, finish, cancel }: ConnectFormProps): ReactNode {
  const isSignIn = method.type === "oauth2";
  const { shown, showMore } = useShownFields(method);
  const form = useRef<HTMLFormElement>(null);
  useFirstFocus(form);
  const [values, setValues] = useState<CredentialValues>({});
  const [environment, setEnvironment] = useState(method.environments[0] ?? null);
  const [name, setName] = useState("");
  const former = useDefaultConnection(application);
  const [chosenDefault, setChosenDefault] = useState<boolean | null>(null);
  // What runs through the default now is not moved to another account unasked.
  const isDefault = chosenDefault ?? former === undefined;
  const queryClient = useQueryClient();
  const connecting = useMutation({
    mutationFn: () =>
      connect(method, {
        applicationSlug: application.slug,
        authenticationId: method.authenticationId,
        environment,
        name: name.trim() || null,
        isDefault,
        fields: pickFilled(values),
      }),
    onSuccess: async (connection) => {
      if (connection !== null) {
        // The secrets leave the page with their fields.
        setValues({});
        await refreshConnections(queryClient);
        finish(connection.connectionId);
      }
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    connecting.mutate();
  };
  const { error } = connecting;
  const { issues, rest } = useFieldIssues(form, error, [
    "name",
    ...(method.environments.length > 1 ? ["environment"] : []),
    ...listIssueNames(shown),
  ]);
  const lacksClient = isSignIn && error instanceof ConflictError && lacksClientMessage.test(error.message);
  return (
    <form ref={form} onSubmit={submit} autoComplete="off">
      <Stack gap="md">
        {goBack !== null && <BackButton goBack={goBack} />}
        <MethodIntroduction application={application} method={method} />
        {method.environments.length > 1 && (
          <Select
            label="Environment"
            data={method.environments}
            value={environment}
            onChange={setEnvironment}
            error={issues.environment}
          />
        )}
        <CredentialFields
          fields={shown}
          values={values}
          change={(changes) => setValues((before) => ({ ...before, ...changes }))}
          issues={issues}
          takesFocus
        />
        {showMore !== null && (
          <Button variant="subtle" size="compact-sm" onClick={showMore} style={{ alignSelf: "flex-start" }}>
            More fields
          </Button>
        )}
        <TextInput
          label="Name of the connection"
          description="To tell several accounts apart."
          placeholder={application.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={issues.name}
        />
        <Switch
          label={`Use it for ${application.name} by default`}
          description={former && `Instead of ${former.name}.`}
          checked={isDefault}
          onChange={(event) => setChosenDefault(event.currentTarget.checked)}
        />
        {lacksClient ? (
          <ClientSetup application={application} method={method} isFailure />
        ) : (
          rest !== null && <Problem error={rest} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel} disabled={connecting.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={connecting.isPending}
            leftSection={<Icon name="plug" size={16} />}
            data-autofocus={shown.length === 0 || undefined}
          >
            Connect
          </Button>
        </Group>
      </Stack>
    </form>
  );
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
