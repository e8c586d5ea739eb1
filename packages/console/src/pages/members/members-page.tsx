import type { Member } from "@bowline/sdk";
import { Avatar, Badge, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { identityQuery } from "../../api/identity.ts";
import { membersQuery } from "../../api/members.ts";
import { Icon } from "../../icons/icon.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { matchWords } from "../../parts/match-words.ts";
import { nameMembers } from "../../parts/name-members.ts";
import { Page } from "../../parts/page.tsx";
import { SearchRow } from "../../parts/search-row.tsx";
import { type Column, VirtualTable } from "../../parts/virtual-table.tsx";
import { When } from "../../parts/when.tsx";
import { writeInitials } from "../../parts/write-initials.ts";
import { readOwnAccountUserId } from "../../session/access-token.ts";
import { AddMember } from "./add-member.tsx";
import { MemberMenu } from "./member-menu.tsx";
import classes from "./members-page.module.css";

const route = getRouteApi("/members");

/** The company's people and services. */
export function MembersPage(): ReactNode {
  const identity = useQuery(identityQuery);
  const query = useQuery({ ...membersQuery, enabled: identity.data?.role === "Admin" });
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Page
      title="Members"
      description="People sign in. Services are for programs: they have keys and clients of their own."
      actions={
        query.isSuccess && (
          <Button onClick={() => setIsAdding(true)} leftSection={<Icon name="user-plus" size={16} />}>
            Add member
          </Button>
        )
      }
    >
      <Loaded query={identity} lines={6}>
        {({ role }) =>
          role !== "Admin" ? (
            <Empty icon="lock" title="Only Admins see the members">
              Ask an Admin of your company who is in it, or to add somebody.
            </Empty>
          ) : (
            <Loaded query={query} lines={6}>
              {(members) => <MemberList members={members} />}
            </Loaded>
          )
        }
      </Loaded>
      {isAdding && <AddMember close={() => setIsAdding(false)} />}
    </Page>
  );
}

function MemberList({ members }: { members: readonly Member[] }): ReactNode {
  const { search = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const fitting = useMemo(() => {
    const fits = matchWords(search);
    return members.filter(({ accountUserId, fullName, email, kind, role }) =>
      fits(`${fullName} ${email} ${kind} ${role} ${accountUserId}`),
    );
  }, [members, search]);
  const rows = useMemo(() => {
    const names = nameMembers(members);
    return fitting.map((member) => ({ member, name: names.get(member.accountUserId) ?? member.fullName }));
  }, [members, fitting]);
  return (
    <>
      <SearchRow
        noun="member"
        search={search}
        count={fitting.length}
        onSearch={(text) => navigate({ search: { search: text }, replace: true })}
      />
      {fitting.length === 0 ? (
        <Empty icon="users" title="No member matches">
          Search for a part of the name or the e-mail address.
        </Empty>
      ) : (
        <VirtualTable
          label="Members"
          rows={rows}
          columns={columns}
          rowKey={({ member }) => member.accountUserId}
          rowHeight={{ wide: 60, narrow: 92 }}
        />
      )}
    </>
  );
}

interface MemberRow {
  member: Member;
  /** A name that tells the member from all others. */
  name: string;
}

const columns: Column<MemberRow>[] = [
  {
    key: "name",
    header: "Name",
    track: "minmax(0, 1fr)",
    render: ({ member: { accountUserId, fullName, email }, name }) => (
      <Group gap="sm" wrap="nowrap">
        <Avatar size={32} radius="xl" color="sea" variant="filled" aria-hidden>
          {writeInitials(fullName)}
        </Avatar>
        <div style={{ minWidth: 0 }}>
          <Group gap={6} wrap="nowrap">
            <Text size="sm" fw={550} truncate dir="auto" title={name}>
              {fullName || name}
            </Text>
            {accountUserId === readOwnAccountUserId() && <Badge color="gray">You</Badge>}
          </Group>
          <Text size="xs" c="dimmed" truncate dir="auto">
            {email}
            {name.endsWith(`, number ${accountUserId})`) && ` · number ${accountUserId}`}
          </Text>
        </div>
      </Group>
    ),
  },
  {
    key: "role",
    header: "Role",
    track: "160px",
    render: ({ member: { kind, role } }) => (
      <Group gap={6} className={classes.role}>
        <Badge color={role === "Admin" ? "sea" : "gray"}>{role}</Badge>
        {kind === "service" && <Badge color="gray">Service</Badge>}
      </Group>
    ),
  },
  {
    key: "added",
    header: "Added",
    track: "140px",
    isWideOnly: true,
    render: ({ member: { createdDate } }) => (
      <Text size="sm" c="dimmed" truncate dir="auto">
        <When date={createdDate} />
      </Text>
    ),
  },
  {
    key: "actions",
    header: "Actions",
    track: "36px",
    isAction: true,
    render: ({ member, name }) => <MemberMenu member={member} name={name} />,
  },
];
