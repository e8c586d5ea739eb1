import type { Connection } from "@bowline/sdk";
import { ActionIcon, Badge, Button, Group, Menu, Paper, Stack, Text, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Icon } from "../../icons/icon.tsx";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
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
  const others = connections.filter(
    ({ connectionId }) => !draft.connections.some((entry) => entry.connectionId === connectionId),
  );
  const [search, setSearch] = useState("");
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = others.filter(({ name, accountLabel, applicationName }) => {
    const text = `${name} ${accountLabel ?? ""} ${applicationName}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <Paper p="sm">
      <Stack gap="xs">
        {draft.connections.map(({ connectionId, applicationSlug, toolSlugs }) => {
          const connection = connections.find((one) => one.connectionId === connectionId);
          const name = connection?.name ?? `Connection ${connectionId}`;
          return (
            <Group
              key={connectionId}
              gap={4}
              wrap="nowrap"
              className={classes.entry}
              data-open={connectionId === openId || undefined}
            >
              <UnstyledButton
                flex={1}
                miw={0}
                onClick={() => open(connectionId)}
                aria-pressed={connectionId === openId}
              >
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
                aria-label={toolSlugs.size === 1 ? "1 tool chosen" : `${toolSlugs.size} tools chosen`}
              >
                {toolSlugs.size}
              </Badge>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${name} from the toolset`}
                onClick={() => remove(connectionId)}
              >
                <Icon name="x" size={15} />
              </ActionIcon>
            </Group>
          );
        })}
        {others.length === 0 ? (
          <Text size="sm" c="dimmed" p="xs">
            All your connections are here. <Link to="/applications">Connect another account</Link>
          </Text>
        ) : (
          <Menu width="target" position="bottom-start">
            <Menu.Target>
              <Button variant="default" leftSection={<Icon name="plus" size={16} />}>
                Add connection
              </Button>
            </Menu.Target>
            <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
              {others.length > manyConnections && (
                <Menu.Search
                  aria-label="Search connections"
                  placeholder="Search connections"
                  value={search}
                  onChange={(event) => setSearch(event.currentTarget.value)}
                />
              )}
              {fitting.length === 0 && (
                <Text size="sm" c="dimmed" p="xs">
                  No connection fits.
                </Text>
              )}
              {fitting.map((connection) => (
                <Menu.Item
                  key={connection.connectionId}
                  leftSection={<ApplicationIcon slug={connection.applicationSlug} size={24} />}
                  onClick={() => add(connection)}
                >
                  <Text size="sm" truncate dir="auto">
                    {connection.name}
                  </Text>
                  {connection.accountLabel !== null && (
                    <Text size="xs" c="dimmed" truncate dir="auto">
                      {connection.accountLabel}
                    </Text>
                  )}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Stack>
    </Paper>
  );
}
