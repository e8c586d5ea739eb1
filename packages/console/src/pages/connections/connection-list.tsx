import { dropApiHints } from "@bowline/contract/drop-api-hints";
import type { Connection } from "@bowline/sdk";
import { ActionIcon, Anchor, Badge, Group, Menu, Paper, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef, useState } from "react";
import { Icon } from "../../icons/icon.tsx";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { CallsItem } from "../../parts/calls-item.tsx";
import { ConnectionStatus } from "../../parts/connection-status.tsx";
import { CopyItem } from "../../parts/copy-item.tsx";
import { DeleteItem } from "../../parts/delete-item.tsx";
import { measureRow } from "../../parts/measure-row.ts";
import { Tooltip } from "../../parts/tooltip.tsx";
import { useFocusedRow } from "../../parts/use-focused-row.ts";
import { useLeftMenuFocus } from "../../parts/use-left-focus.ts";
import { useScrollMargin } from "../../parts/use-scroll-margin.ts";
import { LastUse } from "../../parts/when.tsx";
import classes from "./connection-list.module.css";
import { DeleteConnection } from "./delete-connection.tsx";
import { hasNewAddress } from "./new-addresses.ts";
import { ObjectsModal } from "./objects-modal.tsx";
import { RenewConnection } from "./renew-connection.tsx";
import { useConnectionActions } from "./use-connection-actions.ts";

type Dialog = "delete" | "objects" | "renew";

/** Pixels of a card with one line of a name, and of the gap below it. */
const cardHeight = 84;
const gap = 12;

/** Connections, one card each, with what one can do with them. Only the cards in sight are drawn: a company's robot may have hundreds. */
export function ConnectionList({ connections }: { connections: readonly Connection[] }): ReactNode {
  const [dialog, setDialog] = useState<{ kind: Dialog; connection: Connection } | null>(null);
  const close = () => setDialog(null);
  const list = useRef<HTMLUListElement>(null);
  const scrollMargin = useScrollMargin(list);
  const { rangeExtractor, listEvents } = useFocusedRow();
  const virtualizer = useWindowVirtualizer({
    count: connections.length,
    estimateSize: () => cardHeight,
    measureElement: measureRow,
    getItemKey: (index) => connections[index]?.connectionId ?? index,
    gap,
    overscan: 4,
    scrollMargin,
    rangeExtractor,
  });
  return (
    <>
      <ul ref={list} {...listEvents} className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const connection = connections[index];
          return connection === undefined ? null : (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={connections.length}
              aria-posinset={index + 1}
              className={classes.item}
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
            >
              <ConnectionCard connection={connection} open={(kind) => setDialog({ kind, connection })} />
            </li>
          );
        })}
      </ul>
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
    <Paper p="md" className={classes.card}>
      <div className={classes.icon}>
        <ApplicationIcon slug={applicationSlug} />
      </div>
      <Group gap="xs" className={classes.name}>
        <Text fw={600} lineClamp={2} dir="auto" style={{ overflowWrap: "anywhere" }}>
          {name}
        </Text>
        <ConnectionStatus connection={connection} />
        {isDefault && <Badge color="sea">Default</Badge>}
      </Group>
      <Text size="sm" c="dimmed" component="div" className={classes.about}>
        <Link
          to="/applications/$slug"
          params={{ slug: applicationSlug }}
          className={classes.application}
          dir="auto"
        >
          {applicationName}
        </Link>
        {accountLabel === null ? "" : ` · ${accountLabel}`} · {environment} · <LastUse date={lastUsedDate} />
        {connection.status !== "active" && (
          <Text inherit c="var(--mantine-color-error)">
            {dropApiHints(connection.statusReason ?? "")}{" "}
            <Anchor component="button" type="button" inherit onClick={() => open("renew")}>
              {hasNewAddress(connection) ? "Look at the new address" : "Connect it again"}
            </Anchor>
          </Text>
        )}
      </Text>
      <Group gap={4} wrap="nowrap" className={classes.actions}>
        <DefaultButton connection={connection} />
        <ConnectionMenu connection={connection} open={open} />
      </Group>
    </Paper>
  );
}

function ConnectionMenu({ connection, open }: ConnectionCardProps): ReactNode {
  const { connectionId, isDefault, name } = connection;
  const { test, changeDefault } = useConnectionActions(connection);
  // Somebody else may delete the connection meanwhile.
  useLeftMenuFocus();
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
        <CallsItem of="connection" id={connectionId} />
        <CopyItem value={String(connectionId)}>Copy id</CopyItem>
        <Menu.Divider />
        <DeleteItem onClick={() => open("delete")}>Delete</DeleteItem>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Makes a connection its application's default with one key or click, or takes that back. */
function DefaultButton({ connection }: { connection: Connection }): ReactNode {
  const { changeDefault } = useConnectionActions(connection);
  const { name, isDefault, applicationName } = connection;
  return (
    <Tooltip
      label={isDefault ? `The default for ${applicationName}` : `Make it the default for ${applicationName}`}
    >
      <ActionIcon
        variant="subtle"
        color={isDefault ? "sea" : "gray"}
        size="lg"
        aria-label={`Use ${name} by default`}
        aria-pressed={isDefault}
        className={isDefault ? classes.starred : undefined}
        // The second click of a double click would take it back.
        onClick={({ detail }) => detail < 2 && changeDefault()}
      >
        <Icon name="star" />
      </ActionIcon>
    </Tooltip>
  );
}
