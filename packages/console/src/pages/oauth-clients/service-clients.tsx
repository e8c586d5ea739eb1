import type { ServiceClient } from "@bowline/sdk";
import { ActionIcon, Button, Code, Group, Paper, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { membersQuery } from "../../api/members.ts";
import { serviceClientsQuery } from "../../api/service-clients.ts";
import { Icon } from "../../icons/icon.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Empty } from "../../parts/empty.tsx";
import { listMemberChoices } from "../../parts/list-member-choices.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { nameMembers } from "../../parts/name-members.ts";
import { When } from "../../parts/when.tsx";
import { CreateServiceClient } from "./create-service-client.tsx";

/** The clients with which service members get tokens by themselves (client credentials). */
export function ServiceClients(): ReactNode {
  const query = useQuery(serviceClientsQuery);
  const { data: members = [] } = useQuery(membersQuery);
  const [isCreating, setIsCreating] = useState(false);
  const [deleted, setDeleted] = useState<ServiceClient | null>(null);
  const queryClient = useQueryClient();
  const services = members.filter(({ kind }) => kind === "service");
  const names = nameMembers(members);
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
            <Empty
              icon="key-round"
              title="No client yet"
              action={
                services.length === 0 ? (
                  <Button component={Link} to="/members">
                    Open the members
                  </Button>
                ) : (
                  create
                )
              }
            >
              {services.length === 0
                ? "Add a service member first. Its programs then get tokens with a client id and a secret."
                : "A service's programs get tokens with a client id and a secret."}
            </Empty>
          ) : (
            <>
              <Group>{create}</Group>
              <Stack component="ul" p={0} m={0} style={{ listStyle: "none" }}>
                {clients.map((client) => (
                  <Paper key={client.clientId} p="md" component="li">
                    <Group justify="space-between" wrap="nowrap">
                      <Stack gap={4} miw={0}>
                        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
                          {client.name}
                        </Text>
                        <Text size="sm" c="dimmed">
                          {names.get(client.accountUserId)} · created <When date={client.createdDate} />
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
              </Stack>
            </>
          )}
          {isCreating && (
            <CreateServiceClient services={listMemberChoices(services)} close={() => setIsCreating(false)} />
          )}
          <Confirm
            isOpen={deleted !== null}
            close={() => setDeleted(null)}
            title={`Delete ${deleted?.name ?? ""}?`}
            action="Delete client"
            run={async () => {
              if (deleted !== null) {
                await bowline.clients.delete(deleted.clientId);
                await queryClient.invalidateQueries({ queryKey: serviceClientsQuery.queryKey });
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
