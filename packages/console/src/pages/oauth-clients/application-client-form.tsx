import type { ListedOAuthClient } from "@bowline/sdk";
import { Alert, Badge, Button, Code, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { applicationsQuery } from "../../api/applications.ts";
import { bowline } from "../../api/bowline.ts";
import { oauthClientsQuery } from "../../api/oauth-clients.ts";
import { isObject, readText } from "../../form/json-schema.ts";
import { Icon } from "../../icons/icon.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { useFieldIssues } from "../../parts/field-issues.ts";
import { Problem } from "../../parts/problem.tsx";
import { keepEntries, readEntries } from "../../session/kept-entries.ts";
import { type ClientDraft, ClientFields } from "./client-fields.tsx";
import { describeSetter } from "./describe-setter.ts";
import { RegistrationFacts } from "./registration-facts.tsx";

interface ApplicationClientFormProps {
  client: ListedOAuthClient;
  redirectAddress: string;
}

const emptyDraft: ClientDraft = { clientId: "", clientSecret: "", scopes: [], tokenHosts: [] };

const nameForm = ({ authenticationId }: ListedOAuthClient): string => `oauth client ${authenticationId}`;

/** Reads what this tab had entered before it was loaded again. The secret is not kept. */
function readKeptDraft(client: ListedOAuthClient): ClientDraft {
  const kept = readEntries(nameForm(client));
  if (!isObject(kept)) {
    return emptyDraft;
  }
  const readList = (value: unknown) =>
    Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  return {
    clientId: readText(kept.clientId) ?? "",
    clientSecret: "",
    scopes: readList(kept.scopes),
    tokenHosts: readList(kept.tokenHosts),
  };
}

/** Sets or removes the company's client for one OAuth method. The secret is stored encrypted and never shown. */
export function ApplicationClientForm({ client, redirectAddress }: ApplicationClientFormProps): ReactNode {
  const { applicationSlug: slug, applicationName: name, authenticationId } = client;
  const [draft, setDraft] = useState(() => readKeptDraft(client));
  const change = (changes: Partial<ClientDraft>) => {
    const { clientSecret: _secret, ...kept } = { ...draft, ...changes };
    keepEntries(nameForm(client), kept);
    setDraft((before) => ({ ...before, ...changes }));
  };
  const [isRemoving, setIsRemoving] = useState(false);
  const refresh = useRefreshClients();
  const saving = useMutation({
    mutationFn: () =>
      bowline.applications.setOAuthClient(slug, authenticationId, {
        clientId: draft.clientId.trim(),
        clientSecret: draft.clientSecret || null,
        scopes: draft.scopes.length === 0 ? null : draft.scopes,
        tokenHosts: draft.tokenHosts.length === 0 ? null : draft.tokenHosts,
      }),
    onSuccess: async () => {
      setDraft((before) => ({ ...before, clientSecret: "" }));
      keepEntries(nameForm(client), null);
      await refresh();
    },
  });
  const form = useRef<HTMLFormElement>(null);
  const { issues, rest } = useFieldIssues(form, saving.error, [
    "clientId",
    "clientSecret",
    "scopes",
    ...(client.defaultTokenHosts === null ? ["tokenHosts"] : []),
  ]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <Paper p="lg">
      <form ref={form} onSubmit={submit} autoComplete="off">
        <Stack>
          <ClientState client={client} />
          <RegistrationFacts
            name={name}
            redirectAddress={redirectAddress}
            scopes={client.defaultScopes}
            documentationUrl={client.documentationUrl}
          />
          <ClientFields client={client} draft={draft} change={change} issues={issues} />
          {rest !== null && <Problem error={rest} />}
          {saving.isSuccess && <SavedNotice client={client} />}
          <Group justify="flex-end">
            {client.clientId !== null && (
              <Button variant="subtle" color="red" onClick={() => setIsRemoving(true)} mr="auto">
                Remove the client
              </Button>
            )}
            <Button type="submit" loading={saving.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
      <Confirm
        isOpen={isRemoving}
        close={() => setIsRemoving(false)}
        title={`Remove the client at ${name}?`}
        action="Remove client"
        run={async () => {
          await bowline.applications.deleteOAuthClient(slug, authenticationId);
          saving.reset();
          setDraft(emptyDraft);
          keepEntries(nameForm(client), null);
          await refresh();
        }}
      >
        Nobody can sign in at {name} any more, and sign-ins that were made with it cannot be renewed.
      </Confirm>
    </Paper>
  );
}

/** Which method it is, and whose client it uses now. */
function ClientState({ client }: { client: ListedOAuthClient }): ReactNode {
  const { label, color, meaning } = describeSetter(client);
  return (
    <>
      <Group gap="sm">
        <Title order={2}>
          {client.applicationName}: {client.authenticationName}
        </Title>
        <Badge color={color}>{label}</Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {meaning}{" "}
        {client.clientId !== null && (
          <>
            Its id is <Code>{client.clientId}</Code>,{" "}
            {client.hasSecret ? "with a secret" : "without a secret"}. What you save here replaces it.
          </>
        )}
      </Text>
    </>
  );
}

function SavedNotice({ client }: { client: ListedOAuthClient }): ReactNode {
  return (
    <Alert color="teal" icon={<Icon name="circle-check" />} role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">Saved. People can sign in at {client.applicationName} now.</Text>
        <Button
          size="xs"
          component={Link}
          to={`/applications/${client.applicationSlug}?connect=${client.authenticationId}`}
          leftSection={<Icon name="plug" size={14} />}
        >
          Connect your account
        </Button>
      </Stack>
    </Alert>
  );
}

function useRefreshClients(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: oauthClientsQuery.queryKey }),
      // An application says which sign-ins lack a client.
      queryClient.invalidateQueries({ queryKey: applicationsQuery.queryKey }),
    ]);
}
