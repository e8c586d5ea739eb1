import type { ApiKey } from "@bowline/sdk";
import { ActionIcon, Badge, Button, Group, ScrollArea, Table, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { apiKeysQuery } from "../../api/api-keys.ts";
import { bowline } from "../../api/bowline.ts";
import { identityQuery } from "../../api/identity.ts";
import { membersQuery } from "../../api/members.ts";
import { toolsetsQuery } from "../../api/toolsets.ts";
import { Icon } from "../../icons/icon.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { TableFrame } from "../../parts/table-frame.tsx";
import { When } from "../../parts/when.tsx";
import { CreateKey } from "./create-key.tsx";

/** The signed-in person's API keys, and for an Admin those of service members. */
export function KeysPage(): ReactNode {
  const query = useQuery(apiKeysQuery);
  const [isCreating, setIsCreating] = useState(false);
  const create = (
    <Button onClick={() => setIsCreating(true)} leftSection={<Icon name="plus" size={16} />}>
      Create key
    </Button>
  );
  return (
    <Page
      title="Keys"
      description="API keys for programs and agents. Narrow a key to one toolset, and it can do nothing else."
      actions={create}
    >
      <Loaded query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty icon="key-round" title="No key yet" action={create}>
              A program sends a key with each call, and acts as you, or as a service member.
            </Empty>
          ) : (
            <KeyTable keys={keys} />
          )
        }
      </Loaded>
      {isCreating && <CreateKey close={() => setIsCreating(false)} />}
    </Page>
  );
}

function KeyTable({ keys }: { keys: readonly ApiKey[] }): ReactNode {
  const [deleted, setDeleted] = useState<ApiKey | null>(null);
  const { data: identity } = useQuery(identityQuery);
  const { data: members = [] } = useQuery({ ...membersQuery, enabled: identity?.role === "Admin" });
  const { data: toolsets = [] } = useQuery(toolsetsQuery);
  const queryClient = useQueryClient();
  const findMember = (id: number) => members.find(({ accountUserId }) => accountUserId === id)?.fullName;
  const remove = async () => {
    if (deleted !== null) {
      await bowline.apiKeys.delete(deleted.apiKeyId);
      await queryClient.invalidateQueries({ queryKey: ["api-keys"] });
    }
  };
  return (
    <TableFrame>
      <ScrollArea>
        <Table verticalSpacing="sm" horizontalSpacing="md" miw={720}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Acts as</Table.Th>
              <Table.Th>May use</Table.Th>
              <Table.Th>Last used</Table.Th>
              <Table.Th>Ends</Table.Th>
              <Table.Th w={48} aria-label="Actions" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keys.map((key) => (
              <Table.Tr key={key.apiKeyId}>
                <Table.Td>
                  <Text size="sm" fw={550}>
                    {key.name}
                  </Text>
                </Table.Td>
                <Table.Td>{findMember(key.accountUserId) ?? identity?.fullName}</Table.Td>
                <Table.Td>
                  <Group gap={6}>
                    <KeyReach
                      apiKey={key}
                      toolsetName={toolsets.find(({ toolsetId }) => toolsetId === key.toolsetId)?.name}
                    />
                    {key.readOnly && <Badge color="teal">Read-only</Badge>}
                  </Group>
                </Table.Td>
                <Table.Td>
                  <When date={key.lastUsedDate} absent="never" />
                </Table.Td>
                <Table.Td>
                  <When date={key.expiresDate} absent="never" />
                </Table.Td>
                <Table.Td>
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={`Delete ${key.name}`}
                    onClick={() => setDeleted(key)}
                  >
                    <Icon name="trash-2" size={16} />
                  </ActionIcon>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      <Confirm
        isOpen={deleted !== null}
        close={() => setDeleted(null)}
        title={`Delete ${deleted?.name ?? ""}?`}
        action="Delete key"
        run={remove}
      >
        Programs that use it are refused at once.
      </Confirm>
    </TableFrame>
  );
}

function KeyReach({ apiKey, toolsetName }: { apiKey: ApiKey; toolsetName: string | undefined }): ReactNode {
  if (apiKey.toolsetId === null) {
    return <Badge color="gray">Everything</Badge>;
  }
  return toolsetName === undefined ? (
    <Badge color="sea">One toolset</Badge>
  ) : (
    <Link to="/toolsets/$toolsetId" params={{ toolsetId: apiKey.toolsetId }}>
      {toolsetName}
    </Link>
  );
}
