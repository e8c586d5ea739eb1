import type { ApiKey } from "@bowline/sdk";
import { ActionIcon, Badge, Button, Group, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { apiKeysQuery } from "../../api/api-keys.ts";
import { bowline } from "../../api/bowline.ts";
import { identityQuery } from "../../api/identity.ts";
import { membersQuery } from "../../api/members.ts";
import { toolsetsQuery } from "../../api/toolsets.ts";
import { Icon } from "../../icons/icon.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { countOf } from "../../parts/count-of.ts";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { matchWords } from "../../parts/match-words.ts";
import { nameMembers } from "../../parts/name-members.ts";
import { Page } from "../../parts/page.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Tooltip } from "../../parts/tooltip.tsx";
import { type Column, VirtualTable } from "../../parts/virtual-table.tsx";
import { LastUse, When } from "../../parts/when.tsx";
import { readOwnAccountUserId } from "../../session/access-token.ts";
import { readServerTime } from "../../session/server-clock.ts";
import { CreateKey } from "./create-key.tsx";

const route = getRouteApi("/keys");

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
            <KeyList keys={keys} />
          )
        }
      </Loaded>
      {isCreating && <CreateKey close={() => setIsCreating(false)} />}
    </Page>
  );
}

function KeyList({ keys }: { keys: readonly ApiKey[] }): ReactNode {
  const { search = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const [deleted, setDeleted] = useState<ApiKey | null>(null);
  const { data: identity } = useQuery(identityQuery);
  const { data: members = [] } = useQuery({ ...membersQuery, enabled: identity?.role === "Admin" });
  const { data: toolsets } = useQuery(toolsetsQuery);
  const queryClient = useQueryClient();
  const rows = useMemo((): KeyRow[] => {
    const memberNames = nameMembers(members);
    const toolsetNames = new Map(toolsets?.map((one) => [one.toolsetId, one.name]));
    const otherToolset = toolsets === undefined ? "One toolset" : "One toolset of its own";
    const fits = matchWords(search);
    return keys
      .map((key) => ({
        key,
        actsAs:
          memberNames.get(key.accountUserId) ??
          (key.accountUserId === readOwnAccountUserId() ? identity?.fullName : undefined) ??
          `Member ${key.accountUserId}`,
        toolset: key.toolsetId === null ? null : (toolsetNames.get(key.toolsetId) ?? otherToolset),
        isOwnToolset: key.toolsetId !== null && toolsetNames.has(key.toolsetId),
      }))
      .filter(({ key, actsAs, toolset }) => fits(`${key.name} ${actsAs} ${toolset ?? ""}`));
  }, [keys, members, toolsets, identity, search]);
  const remove = async () => {
    if (deleted !== null) {
      await bowline.apiKeys.delete(deleted.apiKeyId);
      await queryClient.invalidateQueries({ queryKey: ["api-keys"] });
    }
  };
  return (
    <>
      <Group justify="space-between">
        <SearchField
          label="Search keys"
          value={search}
          onChange={(text) => navigate({ search: { search: text || undefined }, replace: true })}
        />
        <Text size="sm" c="dimmed" aria-live="polite">
          {countOf(rows.length, "key")}
        </Text>
      </Group>
      {rows.length === 0 ? (
        <Empty icon="key-round" title="No key fits">
          Search for a part of its name, of who it acts as, or of its toolset.
        </Empty>
      ) : (
        <VirtualTable
          label="Keys"
          rows={rows}
          columns={listColumns(setDeleted)}
          rowKey={({ key }) => key.apiKeyId}
          rowHeight={{ wide: 52, narrow: 100 }}
        />
      )}
      <Confirm
        isOpen={deleted !== null}
        close={() => setDeleted(null)}
        title={`Delete ${deleted?.name ?? ""}?`}
        action="Delete key"
        run={remove}
      >
        {deleted !== null && describeEnd(deleted)}
      </Confirm>
    </>
  );
}

/** What stops working with a key. */
function describeEnd(key: ApiKey): ReactNode {
  const { lastUsedDate } = key;
  if (hasEnded(key)) {
    return "It has ended, so nothing stops working.";
  }
  return (
    <>
      Programs and agents that use it are refused at once. It was{" "}
      {lastUsedDate === null ? (
        "never used."
      ) : (
        <>
          last used <When date={lastUsedDate} />.
        </>
      )}
    </>
  );
}

const hasEnded = ({ expiresDate }: ApiKey): boolean =>
  expiresDate !== null && Date.parse(expiresDate) <= readServerTime();

const describeExpiry = (key: ApiKey): ReactNode =>
  hasEnded(key) ? (
    "ended"
  ) : (
    <>
      ends <When date={key.expiresDate} absent="never" />
    </>
  );

/** A key with what its ids stand for. */
interface KeyRow {
  key: ApiKey;
  actsAs: string;
  /** Null: not narrowed. */
  toolset: string | null;
  /** Others, such as those of service members, have no page here. */
  isOwnToolset: boolean;
}

const listColumns = (remove: (key: ApiKey) => void): Column<KeyRow>[] => [
  {
    key: "name",
    header: "Name",
    track: "minmax(0, 2fr)",
    render: ({ key, actsAs }) => (
      <>
        <Text size="sm" fw={550} truncate dir="auto" title={key.name}>
          <bdi>{key.name}</bdi>
        </Text>
        <Text size="xs" c="dimmed" truncate dir="auto" hiddenFrom="md">
          <bdi>{actsAs}</bdi> · <LastUse date={key.lastUsedDate} /> · {describeExpiry(key)}
        </Text>
      </>
    ),
  },
  {
    key: "member",
    header: "Acts as",
    track: "minmax(0, 1fr)",
    isWideOnly: true,
    render: ({ actsAs }) => (
      <Text size="sm" truncate dir="auto" title={actsAs}>
        <bdi>{actsAs}</bdi>
      </Text>
    ),
  },
  {
    key: "reach",
    header: "May use",
    // On a tablet the badges are one below the other.
    track: "minmax(100px, 1.4fr)",
    render: ({ key, toolset, isOwnToolset }) => (
      <Group gap={4}>
        {key.toolsetId === null || toolset === null ? (
          <Badge color="gray" miw={0}>
            Everything
          </Badge>
        ) : (
          <Text size="sm" truncate dir="auto" title={toolset} maw="100%">
            {isOwnToolset ? (
              <Link to="/toolsets/$toolsetId" params={{ toolsetId: key.toolsetId }}>
                {toolset}
              </Link>
            ) : (
              toolset
            )}
          </Text>
        )}
        {key.readOnly && (
          <Badge color="teal" style={{ flexShrink: 0 }}>
            Read-only
          </Badge>
        )}
      </Group>
    ),
  },
  {
    key: "used",
    header: "Last used",
    track: "130px",
    isWideOnly: true,
    render: ({ key }) => (
      <>
        <Text size="sm">
          <When date={key.lastUsedDate} absent="never" />
        </Text>
        {hasEnded(key) ? (
          <Badge color="red">Ended</Badge>
        ) : (
          <Text size="xs" c="dimmed">
            {describeExpiry(key)}
          </Text>
        )}
      </>
    ),
  },
  {
    key: "actions",
    header: "Actions",
    track: "64px",
    isAction: true,
    render: ({ key }) => (
      <Group gap={4} wrap="nowrap">
        <Tooltip label="All calls">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`All calls of ${key.name}`}
            renderRoot={(props) => <Link to="/history" search={{ key: String(key.apiKeyId) }} {...props} />}
          >
            <Icon name="activity" size={16} />
          </ActionIcon>
        </Tooltip>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Delete ${key.name}`}
          onClick={() => remove(key)}
        >
          <Icon name="trash-2" size={16} />
        </ActionIcon>
      </Group>
    ),
  },
];
