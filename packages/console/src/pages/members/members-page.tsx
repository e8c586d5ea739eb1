import type { Member } from "@bowline/sdk";
import { Avatar, Badge, Button, Group, ScrollArea, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { membersQuery } from "../../api/members.ts";
import { Icon } from "../../icons/icon.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { TableFrame } from "../../parts/table-frame.tsx";
import { When } from "../../parts/when.tsx";
import { AddMember } from "./add-member.tsx";
import { MemberMenu } from "./member-menu.tsx";

/** The company's people and services. */
export function MembersPage(): ReactNode {
  const query = useQuery(membersQuery);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Page
      title="Members"
      description="People sign in. Services are for programs: they have keys and clients of their own."
      actions={
        <Button onClick={() => setIsAdding(true)} leftSection={<Icon name="user-plus" size={16} />}>
          Add member
        </Button>
      }
    >
      <Loaded query={query}>{(members) => <MemberTable members={members} />}</Loaded>
      {isAdding && <AddMember close={() => setIsAdding(false)} />}
    </Page>
  );
}

function MemberTable({ members }: { members: readonly Member[] }): ReactNode {
  return (
    <TableFrame>
      <ScrollArea>
        <Table verticalSpacing="sm" horizontalSpacing="md" miw={640}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Kind</Table.Th>
              <Table.Th>Role</Table.Th>
              <Table.Th>Added</Table.Th>
              <Table.Th w={48} aria-label="Actions" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {members.map((member) => (
              <Table.Tr key={member.accountUserId}>
                <Table.Td>
                  <Group gap="sm" wrap="nowrap">
                    <Avatar size={32} radius="xl" name={member.fullName} color="sea" variant="filled" />
                    <div style={{ minWidth: 0 }}>
                      <Text size="sm" fw={550}>
                        {member.fullName}
                      </Text>
                      <Text size="xs" c="dimmed">
                        {member.email}
                      </Text>
                    </div>
                  </Group>
                </Table.Td>
                <Table.Td>{member.kind === "person" ? "Person" : "Service"}</Table.Td>
                <Table.Td>
                  <Badge color={member.role === "Admin" ? "sea" : "gray"}>{member.role}</Badge>
                </Table.Td>
                <Table.Td>
                  <When date={member.createdDate} />
                </Table.Td>
                <Table.Td>
                  <MemberMenu member={member} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </TableFrame>
  );
}
