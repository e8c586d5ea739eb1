import type { ApiKey } from "@bowline/sdk";
import { ActionIcon, Badge, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Icon } from "../../icons/icon.tsx";
import { Tooltip } from "../../parts/tooltip.tsx";
import type { Column } from "../../parts/virtual-table.tsx";
import { LastUse, When } from "../../parts/when.tsx";
import { describeExpiry, hasEnded } from "./key-expiry.tsx";
import type { KeyRow } from "./use-key-rows.ts";

/** The columns of the list of keys. `remove` is called with the key whose button was pressed. */
export const listColumns = (remove: (key: ApiKey) => void): Column<KeyRow>[] => [
  {
    key: "name",
    header: "Name",
    track: "minmax(0, 2fr)",
    render: ({ key, actsAs }) => (
      <>
        <Text size="sm" fw={550} truncate dir="auto" title={key.name}>
          {key.name}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={2} dir="auto" hiddenFrom="md">
          <bdi>{actsAs}</bdi> · <LastUse date={key.lastUsedDate} />
          {!hasEnded(key) && <> · {describeExpiry(key)}</>}
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
        {actsAs}
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
        {hasEnded(key) && (
          <Badge color="red" hiddenFrom="md">
            Ended
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
