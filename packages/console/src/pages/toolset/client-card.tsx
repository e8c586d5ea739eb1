import type { Toolset } from "@bowline/sdk";
import {
  canReach,
  type McpClient,
  type McpServerEntry,
  writeClientConfig,
  writeInstallLink,
  writeSetUpCommand,
} from "@bowline/sdk/mcp";
import { Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { serverUrl } from "../../console-base.ts";
import { Icon } from "../../icons/icon.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";

export interface ClientCardProps {
  client: McpClient;
  toolset: Toolset;
  url: string;
  credential: McpServerEntry["credential"];
}

/**
 * How one client is set up: a link if it has one, its command, or its settings. A client that starts the bridge gets a command that writes
 * a file for it: its settings would need paths of a computer that this page does not know.
 */
export function ClientCard({ client, toolset, url, credential }: ClientCardProps): ReactNode {
  const isReachable = canReach(client, url);
  const usable = credential === "oauth" && !client.signsIn ? "environment" : credential;
  const entry: McpServerEntry = {
    name: "bowline",
    url,
    credential: usable,
  };
  const link = writeInstallLink(client, entry);
  const command = writeSetUpCommand(client, entry);
  const config = command === null ? writeClientConfig(client, entry) : null;
  return (
    <Paper p="md" aria-label={client.name} component="section">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={3}>{client.name}</Title>
          {link !== null && (
            <Button
              component="a"
              href={link}
              size="xs"
              leftSection={<Icon name="external-link" size={15} />}
              {...(link.startsWith("https:") && { target: "_blank", rel: "noreferrer" })}
            >
              Add to {client.name}
            </Button>
          )}
        </Group>
        {isReachable ? (
          <>
            {credential === "oauth" && !client.signsIn && (
              <Text size="sm">It cannot sign in: choose “With a key” above, and make one for it.</Text>
            )}
            {command !== null && <CodeBlock code={command} label={`Copy command for ${client.name}`} />}
            {client.needsBridge && (
              <>
                <Text size="sm" c="dimmed">
                  Run this command in the folder of Bowline's checkout. It writes a file that {client.name}{" "}
                  installs by a double click. It then asks for the key.
                </Text>
                <CodeBlock
                  code={`BOWLINE_URL=${serverUrl} npx bowline mcp bundle --toolset ${toolset.toolsetId}`}
                  label={`Copy command for ${client.name}`}
                />
              </>
            )}
            {config !== null && (
              <>
                <Text size="sm" c="dimmed">
                  {client.setUp}
                  {client.config?.userPath == null ? "" : `, or in ~/${client.config.userPath}`}
                </Text>
                <CodeBlock code={config} label={`Copy settings for ${client.name}`} />
              </>
            )}
            {command === null && config === null && !client.needsBridge && (
              <Text size="sm" c="dimmed">
                {client.setUp}, with the address above.
              </Text>
            )}
          </>
        ) : (
          <Text size="sm" c="dimmed">
            It calls from its maker's cloud, which cannot reach {new URL(url).host}. Give this server a public
            https address, or use a client on this machine.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
