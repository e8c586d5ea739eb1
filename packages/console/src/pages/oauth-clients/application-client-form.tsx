import { type Application, type Authentication, NotFoundError, type OAuthClient } from "@bowline/sdk";
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
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { Icon } from "../../icons/icon.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Problem } from "../../parts/problem.tsx";

interface ApplicationClientFormProps {
  application: Application;
  authentication: Authentication;
}

/** Returns the company's client; null when it has none. */
async function findClient(
  slug: string,
  authenticationId: number,
  signal: AbortSignal,
): Promise<OAuthClient | null> {
  try {
    return await bowline.applications.getOAuthClient(slug, authenticationId, { signal });
  } catch (error) {
    if (error instanceof NotFoundError) {
      return null;
    }
    throw error;
  }
}

/** Sets or removes the company's client for one OAuth method. The secret is stored encrypted and never shown. */
export function ApplicationClientForm({
  application,
  authentication,
}: ApplicationClientFormProps): ReactNode {
  const { slug, name } = application;
  const { authenticationId } = authentication;
  const [clientId, setClientId] = useState("");
  const [clientSecret, setClientSecret] = useState("");
  const [scopes, setScopes] = useState<string[]>([]);
  const [isRemoving, setIsRemoving] = useState(false);
  const stored = useQuery({
    queryKey: ["oauth-client", slug, authenticationId],
    queryFn: ({ signal }) => findClient(slug, authenticationId, signal),
  });
  const saving = useMutation({
    mutationFn: () =>
      bowline.applications.setOAuthClient(slug, authenticationId, {
        clientId: clientId.trim(),
        clientSecret: clientSecret || null,
        scopes: scopes.length === 0 ? null : scopes,
      }),
    onSuccess: async () => {
      setClientSecret("");
      await stored.refetch();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <Paper p="lg">
      <form onSubmit={submit} autoComplete="off">
        <Stack>
          <Group gap="sm">
            <Title order={2}>
              {name}: {authentication.name}
            </Title>
            {stored.data === null && <Badge color="orange">Missing</Badge>}
            {stored.data && <Badge color="teal">Set</Badge>}
          </Group>
          {stored.data && (
            <Text size="sm" c="dimmed">
              The client <Code>{stored.data.clientId}</Code> is in use
              {stored.data.hasSecret ? ", with a secret" : ", without a secret"}. What you save here replaces
              it.
            </Text>
          )}
          <TextInput
            label="Client id"
            value={clientId}
            onChange={(event) => setClientId(event.currentTarget.value)}
            required
            spellCheck={false}
          />
          <PasswordInput
            label="Client secret"
            description="Empty for a public client."
            value={clientSecret}
            onChange={(event) => setClientSecret(event.currentTarget.value)}
            autoComplete="off"
          />
          <TagsInput
            label="Scopes"
            description="What sign-ins ask for. Empty: the application's usual ones."
            data={authentication.scopes}
            value={scopes}
            onChange={setScopes}
          />
          {saving.error !== null && <Problem error={saving.error} />}
          {saving.isSuccess && (
            <Alert color="teal" icon={<Icon name="circle-check" />} role="status">
              <Text size="sm">Saved. People can sign in at {name} now.</Text>
            </Alert>
          )}
          <Group justify="space-between">
            <Button variant="subtle" color="red" disabled={!stored.data} onClick={() => setIsRemoving(true)}>
              Remove the client
            </Button>
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
          await stored.refetch();
        }}
      >
        Nobody can sign in at {name} any more, and sign-ins that were made with it cannot be renewed.
      </Confirm>
    </Paper>
  );
}
