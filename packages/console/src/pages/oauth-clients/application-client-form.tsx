import type { ListedOAuthClient } from "@bowline/sdk";
import {
  Alert,
  Badge,
  Button,
  Code,
  Group,
  Paper,
  PasswordInput,
  Stack,
  TagsInput,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { applicationQuery, applicationsQuery } from "../../api/applications.ts";
import { bowline } from "../../api/bowline.ts";
import { oauthClientsQuery } from "../../api/oauth-clients.ts";
import { Icon } from "../../icons/icon.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { useFieldIssues } from "../../parts/field-issues.ts";
import { Problem } from "../../parts/problem.tsx";
import { describeSetter } from "./describe-setter.ts";
import { RegistrationFacts } from "./registration-facts.tsx";

interface ApplicationClientFormProps {
  client: ListedOAuthClient;
  redirectAddress: string;
}

/** Sets or removes the company's client for one OAuth method. The secret is stored encrypted and never shown. */
export function ApplicationClientForm({ client, redirectAddress }: ApplicationClientFormProps): ReactNode {
  const { applicationSlug: slug, applicationName: name, authenticationId } = client;
  const { defaultScopes, defaultTokenHosts, documentationUrl } = client;
  const { label, color, meaning } = describeSetter(client);
  const { data: application } = useQuery(applicationQuery(slug));
  const method = application?.authentications.find((one) => one.authenticationId === authenticationId);
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: oauthClientsQuery.queryKey }),
      // An application says which sign-ins lack a client.
      queryClient.invalidateQueries({ queryKey: applicationsQuery.queryKey }),
    ]);
  const [clientId, setClientId] = useState("");
  const [clientSecret, setClientSecret] = useState("");
  const [scopes, setScopes] = useState<string[]>([]);
  const [tokenHosts, setTokenHosts] = useState<string[]>([]);
  const [isRemoving, setIsRemoving] = useState(false);
  const saving = useMutation({
    mutationFn: () =>
      bowline.applications.setOAuthClient(slug, authenticationId, {
        clientId: clientId.trim(),
        clientSecret: clientSecret || null,
        scopes: scopes.length === 0 ? null : scopes,
        tokenHosts: tokenHosts.length === 0 ? null : tokenHosts,
      }),
    onSuccess: async () => {
      setClientSecret("");
      await refresh();
    },
  });
  const form = useRef<HTMLFormElement>(null);
  const { issues, rest } = useFieldIssues(form, saving.error, [
    "clientId",
    "clientSecret",
    "scopes",
    ...(defaultTokenHosts === null ? ["tokenHosts"] : []),
  ]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <Paper p="lg">
      <form ref={form} onSubmit={submit} autoComplete="off">
        <Stack>
          <Group gap="sm">
            <Title order={2}>
              {name}: {client.authenticationName}
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
          <RegistrationFacts
            name={name}
            redirectAddress={redirectAddress}
            scopes={defaultScopes}
            documentationUrl={documentationUrl}
          />
          <TextInput
            label="Client id"
            value={clientId}
            onChange={(event) => setClientId(event.currentTarget.value)}
            error={issues.clientId}
            required
            spellCheck={false}
          />
          <PasswordInput
            label="Client secret"
            description="Empty for a public client."
            value={clientSecret}
            onChange={(event) => setClientSecret(event.currentTarget.value)}
            error={issues.clientSecret}
            autoComplete="off"
          />
          <TagsInput
            label="Scopes"
            description={`What sign-ins ask for. Empty: ${defaultScopes.length === 0 ? "what the application gives by itself" : "those above"}.`}
            data={method?.scopes ?? []}
            value={scopes}
            onChange={setScopes}
            error={issues.scopes}
          />
          {defaultTokenHosts === null && (
            <TagsInput
              label="Hosts for tokens"
              description="A connection's field names the host here, so say where the secret may be sent: login.example.com, or *.example.com for every host below."
              value={tokenHosts}
              onChange={setTokenHosts}
              error={issues.tokenHosts}
              required
            />
          )}
          {rest !== null && <Problem error={rest} />}
          {saving.isSuccess && (
            <Alert color="teal" icon={<Icon name="circle-check" />} role="status">
              <Stack gap="xs" align="flex-start">
                <Text size="sm">Saved. People can sign in at {name} now.</Text>
                <Button
                  size="xs"
                  component={Link}
                  to={`/applications/${slug}?connect=${authenticationId}`}
                  leftSection={<Icon name="plug" size={14} />}
                >
                  Connect your account
                </Button>
              </Stack>
            </Alert>
          )}
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
          await refresh();
        }}
      >
        Nobody can sign in at {name} any more, and sign-ins that were made with it cannot be renewed.
      </Confirm>
    </Paper>
  );
}
