import type { Connection } from "@bowline/sdk";
import { ActionIcon, Badge, Button, Group, Menu, Paper, Stack, Text, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { Icon } from "../../icons/icon.tsx";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { countOf } from "../../parts/count-of.ts";
import { matchWords } from "../../parts/match-words.ts";
import { mostChoices } from "../../parts/most-choices.ts";
import { useLeftFocus } from "../../parts/use-left-focus.ts";
import type { Draft } from "./draft.ts";
import classes from "./toolset-builder.module.css";

/** A longer list can be searched. */
const manyConnections = 8;

interface ConnectionPickerProps {
  connections: readonly Connection[];
  draft: Draft;
  /** The connection whose tools are shown. */
  openId: number | null;
  open(connectionId: number): void;
  add(connection: Connection): void;
  remove(connectionId: number): void;
}

/** The toolset's connections, and those that can be added. */
export function ConnectionPicker(props: ConnectionPickerProps): ReactNode {
  const { connections, draft, openId, open, add, remove } = props;
  const picker = useRef<HTMLDivElement>(null);
  const others = connections.filter(
    ({ connectionId }) => !draft.connections.some((entry) => entry.connectionId === connectionId),
  );
  return (
    <Paper p="sm" ref={picker}>
      <Stack gap="xs">
        {draft.connections.map((entry) => (
          <ChosenConnection
            key={entry.connectionId}
            picker={picker}
            entry={entry}
            connection={connections.find((one) => one.connectionId === entry.connectionId)}
            isOpen={entry.connectionId === openId}
            open={() => open(entry.connectionId)}
            remove={() => remove(entry.connectionId)}
          />
        ))}
        {others.length === 0 ? (
          <Text size="sm" c="dimmed" p="xs">
            All your connections are here. <Link to="/applications">Connect another account</Link>
          </Text>
        ) : (
          <ConnectionMenu connections={others} add={add} />
        )}
      </Stack>
    </Paper>
  );
}

interface ChosenConnectionProps {
  /** What has the focus when this connection, which had it, is removed. */
  picker: RefObject<HTMLElement | null>;
  entry: Draft["connections"][number];
  connection: Connection | undefined;
  isOpen: boolean;
  open(): void;
  remove(): void;
}

/** A connection of the toolset, with the count of its tools that are chosen. */
function ChosenConnection(props: ChosenConnectionProps): ReactNode {
  const { picker, entry, connection, isOpen, open, remove } = props;
  useLeftFocus(picker);
  const { connectionId, applicationSlug, toolSlugs } = entry;
  const name = connection?.name ?? `Connection ${connectionId}`;
  return (
    <Group gap={4} wrap="nowrap" className={classes.entry} data-open={isOpen || undefined}>
      <UnstyledButton flex={1} miw={0} onClick={open} aria-pressed={isOpen}>
        <Group gap="sm" wrap="nowrap">
          <ApplicationIcon slug={applicationSlug} size={30} />
          <div style={{ minWidth: 0 }}>
            <Text size="sm" fw={550} truncate dir="auto">
              {name}
            </Text>
            <Text size="xs" c="dimmed" truncate dir="auto">
              {connection?.accountLabel ?? connection?.applicationName ?? applicationSlug}
            </Text>
          </div>
        </Group>
      </UnstyledButton>
      <Badge
        color={toolSlugs.size === 0 ? "gray" : "sea"}
        aria-label={`${countOf(toolSlugs.size, "tool")} chosen`}
      >
        {toolSlugs.size.toLocaleString("en")}
      </Badge>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove ${name} from the toolset`}
        onClick={remove}
      >
        <Icon name="x" size={15} />
      </ActionIcon>
    </Group>
  );
}

interface ConnectionMenuProps {
  connections: readonly Connection[];
  add(connection: Connection): void;
}

/** The connections that can be added. */
function ConnectionMenu({ connections, add }: ConnectionMenuProps): ReactNode {
  const [search, setSearch] = useState("");
  const fits = matchWords(search);
  const fitting = connections.filter(({ name, accountLabel, applicationName }) =>
    fits(`${name} ${accountLabel ?? ""} ${applicationName}`),
  );
  return (
    <Menu width="target" position="bottom-start" styles={{ itemLabel: { minWidth: 0 } }}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="plus" size={16} />}>
          Add connection
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
        {connections.length > manyConnections && (
          <Menu.Search
            aria-label="Search connections"
            placeholder="Search connections"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        {fitting.length === 0 && (
          <Text size="sm" c="dimmed" p="xs">
            No connection matches.
          </Text>
        )}
        {fitting.slice(0, mostChoices).map((connection) => (
          <Menu.Item
            key={connection.connectionId}
            leftSection={<ApplicationIcon slug={connection.applicationSlug} size={24} />}
            onClick={() => add(connection)}
          >
            <Text size="sm" truncate dir="auto">
              {connection.name}
            </Text>
            <Text size="xs" c="dimmed" truncate dir="auto">
              {connection.accountLabel ?? connection.applicationName}
            </Text>
          </Menu.Item>
        ))}
        {fitting.length > mostChoices && (
          <Text size="sm" c="dimmed" p="xs">
            The first {mostChoices} of {countOf(fitting.length, "connection")}. Search for others.
          </Text>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
