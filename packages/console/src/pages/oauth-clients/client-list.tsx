import type { ListedOAuthClient } from "@bowline/sdk";
import { Badge, Button, Group, Paper, SegmentedControl, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { Empty } from "../../parts/empty.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { describeSetter } from "./describe-setter.ts";

/** The most rows that are shown at once. The filter finds the others. */
const maxRows = 100;

/** Every application with a sign-in, and whose client it uses. */
export function ClientList({ clients }: { clients: readonly ListedOAuthClient[] }): ReactNode {
  const [text, setText] = useState("");
  const [show, setShow] = useState("all");
  const fitting = clients.filter(
    ({ applicationName, applicationSlug, setBy, mayRegister }) =>
      `${applicationName} ${applicationSlug}`.toLowerCase().includes(text.trim().toLowerCase()) &&
      (show === "all" || (show === "missing") === (setBy === null && !mayRegister)),
  );
  if (clients.length === 0) {
    return (
      <Empty
        icon="shield-check"
        title="No application with a sign-in"
        action={
          <Button component={Link} to="/import">
            Import an application
          </Button>
        }
      >
        Applications where people sign in with OAuth are listed here, with the client that they use.
      </Empty>
    );
  }
  return (
    <Stack>
      <Group>
        <SearchField label="Filter applications" value={text} onChange={setText} />
        <SegmentedControl
          aria-label="Which clients"
          value={show}
          onChange={setShow}
          data={[
            { value: "all", label: "All" },
            { value: "set", label: "Set" },
            { value: "missing", label: "Missing" },
          ]}
        />
      </Group>
      {fitting.length === 0 ? (
        <Text size="sm" c="dimmed">
          None fits.
        </Text>
      ) : (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
          {fitting.slice(0, maxRows).map((client) => (
            <ClientRow key={client.authenticationId} client={client} />
          ))}
        </Stack>
      )}
      {fitting.length > maxRows && (
        <Text size="sm" c="dimmed">
          {fitting.length - maxRows} more. Filter to find them.
        </Text>
      )}
    </Stack>
  );
}

function ClientRow({ client }: { client: ListedOAuthClient }): ReactNode {
  const { applicationSlug, applicationName, authenticationId, authenticationName, setBy, clientId } = client;
  const { label, color } = describeSetter(client);
  const action = setBy === "company" ? "Change" : "Set up";
  return (
    <Paper component="li" p="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="sm" wrap="nowrap" miw={0} flex="1 1 200px">
          <ApplicationIcon slug={applicationSlug} />
          <Stack gap={0} miw={0}>
            <Text fw={600} style={{ overflowWrap: "anywhere" }}>
              {applicationName}
            </Text>
            <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {authenticationName}
              {clientId !== null && ` · ${clientId}`}
            </Text>
          </Stack>
        </Group>
        <Group gap="sm">
          <Badge color={color}>{label}</Badge>
          <Button
            component={Link}
            to={`/oauth-clients?tab=applications&application=${applicationSlug}&method=${authenticationId}`}
            variant="default"
            size="xs"
            aria-label={`${action} ${applicationName}: ${authenticationName}`}
          >
            {action}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
