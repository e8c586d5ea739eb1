import type { Connection } from "@bowline/sdk";
import { ActionIcon, Badge, Group, Menu, Paper, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { refreshConnections } from "../../api/connections.ts";
import { Icon } from "../../icons/icon.tsx";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { ConnectionStatus } from "../../parts/connection-status.tsx";
import { describeError } from "../../parts/problem.tsx";
import { When } from "../../parts/when.tsx";
import { DeleteConnection } from "./delete-connection.tsx";
import { ObjectsModal } from "./objects-modal.tsx";
import { RenewConnection } from "./renew-connection.tsx";

type Dialog = "delete" | "objects" | "renew";

/** Connections, one card each, with what one can do with them. */
export function ConnectionList({ connections }: { connections: readonly Connection[] }): ReactNode {
  const [dialog, setDialog] = useState<{ kind: Dialog; connection: Connection } | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {connections.map((connection) => (
          <ConnectionCard
            key={connection.connectionId}
            connection={connection}
            open={(kind) => setDialog({ kind, connection })}
          />
        ))}
      </Stack>
      {dialog?.kind === "delete" && <DeleteConnection connection={dialog.connection} close={close} />}
      {dialog?.kind === "objects" && <ObjectsModal connection={dialog.connection} close={close} />}
      {dialog?.kind === "renew" && <RenewConnection connection={dialog.connection} close={close} />}
    </>
  );
}

interface ConnectionCardProps {
  connection: Connection;
  open(dialog: Dialog): void;
}

function ConnectionCard({ connection, open }: ConnectionCardProps): ReactNode {
  const { name, applicationSlug, applicationName, accountLabel, environment, isDefault, lastUsedDate } =
    connection;
  return (
    <Paper p="md" component="li">
      <Group justify="space-between" wrap="nowrap" align="center">
        <Group gap="md" wrap="nowrap" miw={0}>
          <ApplicationIcon slug={applicationSlug} />
          <div style={{ minWidth: 0 }}>
            <Group gap="xs">
              <Text fw={600} style={{ overflowWrap: "anywhere" }}>
                {name}
              </Text>
              <ConnectionStatus connection={connection} />
              {isDefault && <Badge color="sea">Default</Badge>}
            </Group>
            <Text size="sm" c="dimmed">
              <Link to="/applications/$slug" params={{ slug: applicationSlug }} style={{ color: "inherit" }}>
                {applicationName}
              </Link>
              {accountLabel === null ? "" : ` · ${accountLabel}`} · {environment} · used{" "}
              <When date={lastUsedDate} absent="never" />
            </Text>
            {connection.statusReason !== null && connection.status !== "active" && (
              <Text size="sm" c="var(--mantine-color-error)">
                {connection.statusReason}
              </Text>
            )}
          </div>
        </Group>
        <ConnectionMenu connection={connection} open={open} />
      </Group>
    </Paper>
  );
}

function ConnectionMenu({ connection, open }: ConnectionCardProps): ReactNode {
  const queryClient = useQueryClient();
  const { connectionId, isDefault, name } = connection;
  /** Runs a call and says how it went. */
  const run = async (call: () => Promise<{ color: string; message: string }>) => {
    try {
      notifications.show(await call());
    } catch (error) {
      notifications.show({ color: "red", title: name, message: describeError(error) });
    }
    await refreshConnections(queryClient);
  };
  const test = () =>
    run(async () => {
      const { isSuccess, message } = await bowline.connections.test(connectionId);
      return { color: isSuccess === false ? "red" : "teal", title: name, message };
    });
  const changeDefault = () =>
    run(async () => {
      await (isDefault
        ? bowline.connections.clearDefault(connectionId)
        : bowline.connections.setDefault(connectionId));
      return {
        color: "teal",
        message: isDefault ? `${name} is no default any more.` : `${name} is the default now.`,
      };
    });
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Actions of ${name}`}>
          <Icon name="ellipsis" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="zap" size={16} />} onClick={test}>
          Test
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="star" size={16} />} onClick={changeDefault}>
          {isDefault ? "No longer the default" : "Make it the default"}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="refresh-cw" size={16} />} onClick={() => open("renew")}>
          Renew or rename
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="database" size={16} />} onClick={() => open("objects")}>
          Objects
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<Icon name="trash-2" size={16} />} onClick={() => open("delete")}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
