import { type ServiceClient, scopes } from "@bowline/sdk";
import {
  ActionIcon,
  Button,
  Code,
  Group,
  Modal,
  MultiSelect,
  Paper,
  Select,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { membersQuery } from "../../api/members.ts";
import { Icon } from "../../icons/icon.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Problem } from "../../parts/problem.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";
import { When } from "../../parts/when.tsx";

const clientsQuery = queryOptions({
  queryKey: ["service-clients"],
  queryFn: ({ signal }) => bowline.clients.list({ top: 1000 }, { signal }).toArray(),
});

/** The clients with which service members get tokens by themselves (client credentials). */
export function ServiceClients(): ReactNode {
  const query = useQuery(clientsQuery);
  const { data: members = [] } = useQuery(membersQuery);
  const [isCreating, setIsCreating] = useState(false);
  const [deleted, setDeleted] = useState<ServiceClient | null>(null);
  const queryClient = useQueryClient();
  const services = members.filter(({ kind }) => kind === "service");
  const create = (
    <Button
      onClick={() => setIsCreating(true)}
      disabled={services.length === 0}
      leftSection={<Icon name="plus" size={16} />}
    >
      Create client
    </Button>
  );
  return (
    <Loaded query={query}>
      {(clients) => (
        <Stack>
          {clients.length === 0 ? (
            <Empty icon="key-round" title="No client yet" action={create}>
              {services.length === 0
                ? "Add a service member first. Its programs then get tokens with a client id and a secret."
                : "A service's programs get tokens with a client id and a secret."}
            </Empty>
          ) : (
            <>
              <Group>{create}</Group>
              {clients.map((client) => (
                <Paper key={client.clientId} p="md">
                  <Group justify="space-between" wrap="nowrap">
                    <Stack gap={4} miw={0}>
                      <Text fw={600}>{client.name}</Text>
                      <Text size="sm" c="dimmed">
                        {
                          members.find(({ accountUserId }) => accountUserId === client.accountUserId)
                            ?.fullName
                        }{" "}
                        · created <When date={client.createdDate} />
                      </Text>
                      <Group gap={6}>
                        <Code>{client.clientId}</Code>
                        {client.scopes.map((scope) => (
                          <Code key={scope}>{scope}</Code>
                        ))}
                      </Group>
                    </Stack>
                    <ActionIcon
                      variant="subtle"
                      color="red"
                      aria-label={`Delete ${client.name}`}
                      onClick={() => setDeleted(client)}
                    >
                      <Icon name="trash-2" size={16} />
                    </ActionIcon>
                  </Group>
                </Paper>
              ))}
            </>
          )}
          {isCreating && (
            <CreateClient
              services={services.map(({ accountUserId, fullName }) => ({
                value: String(accountUserId),
                label: fullName,
              }))}
              close={() => setIsCreating(false)}
            />
          )}
          <Confirm
            isOpen={deleted !== null}
            close={() => setDeleted(null)}
            title={`Delete ${deleted?.name ?? ""}?`}
            action="Delete client"
            run={async () => {
              if (deleted !== null) {
                await bowline.clients.delete(deleted.clientId);
                await queryClient.invalidateQueries({ queryKey: clientsQuery.queryKey });
              }
            }}
          >
            Programs that use it get no more tokens, and the tokens they have are refused.
          </Confirm>
        </Stack>
      )}
    </Loaded>
  );
}

interface CreateClientProps {
  services: { value: string; label: string }[];
  close(): void;
}

function CreateClient({ services, close }: CreateClientProps): ReactNode {
  const [name, setName] = useState("");
  const [member, setMember] = useState<string | null>(services[0]?.value ?? null);
  const [chosen, setChosen] = useState<string[]>(["tools:read", "tools:execute"]);
  const queryClient = useQueryClient();
  const creating = useMutation({
    mutationFn: () =>
      bowline.clients.create({
        name: name.trim(),
        accountUserId: Number(member),
        scopes: scopes.filter((scope) => chosen.includes(scope)),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: clientsQuery.queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creating.mutate();
  };
  return (
    <Modal opened onClose={close} title={creating.isSuccess ? "Your new client" : "New client"}>
      {creating.isSuccess ? (
        <Stack>
          <Text size="sm">
            Client id: <Code>{creating.data.clientId}</Code>
          </Text>
          <SecretOnce label="Client secret" value={creating.data.clientSecret} />
          <Group justify="flex-end">
            <Button onClick={close}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label="Name"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              required
              data-autofocus
            />
            <Select label="Acts as" data={services} value={member} onChange={setMember} required />
            <MultiSelect label="Scopes" data={scopes} value={chosen} onChange={setChosen} required />
            {creating.error !== null && <Problem error={creating.error} />}
            <Group justify="flex-end">
              <Button type="submit" loading={creating.isPending}>
                Create client
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
