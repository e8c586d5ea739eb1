import type { Toolset } from "@bowline/sdk";
import { canReach, mcpClients } from "@bowline/sdk/mcp";
import { Alert, Code, Group, Paper, SegmentedControl, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { serverUrl } from "../../console-base.ts";
import { Icon } from "../../icons/icon.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import type { Agent } from "./agent.ts";
import { AgentCredential } from "./agent-credential.tsx";
import { ClientCard, type ClientCardProps } from "./client-card.tsx";
import { AgentCode } from "./code/agent-code.tsx";
import { FirstCall } from "./first-call.tsx";

/** Sets up a client or a program for the toolset: it signs in with OAuth, or has a key that is narrowed to the toolset. */
export function ConnectAgent({ toolset }: { toolset: Toolset }): ReactNode {
  const [way, setWay] = useState("oauth");
  const [kind, setKind] = useState("client");
  const [agent, setAgent] = useState<Agent | null>(null);
  const used = way === "oauth" || agent === null ? toolset : agent.toolset;
  const url = `${serverUrl}/mcp/${used.toolsetId}`;
  const credential = way === "oauth" ? "oauth" : agent === null ? "environment" : { apiKey: agent.apiKey };
  return (
    <Stack>
      <Paper p="lg">
        <Stack gap="md">
          <Title order={2}>1. The address</Title>
          <Group gap="xs" wrap="nowrap">
            <Code fz="sm" p="xs" style={{ overflowWrap: "anywhere" }}>
              {url}
            </Code>
            <CopyButton value={url} label="Copy address" />
          </Group>
          <Title order={2}>2. How the agent proves who it is</Title>
          <SegmentedControl
            aria-label="How the agent proves who it is"
            value={way}
            onChange={setWay}
            data={[
              { value: "oauth", label: "It signs in" },
              { value: "key", label: "With a key" },
            ]}
            style={{ alignSelf: "flex-start" }}
          />
          {way === "oauth" ? (
            <Text size="sm" c="dimmed">
              At its first call the client opens a page of this server, where you allow it this toolset. There
              is nothing to copy, and you can withdraw it at any time under OAuth clients.
            </Text>
          ) : (
            <AgentCredential toolset={toolset} agent={agent} keep={setAgent} />
          )}
        </Stack>
      </Paper>
      <FirstCall key={used.toolsetId} toolset={used} />
      <Title order={2}>3. The client</Title>
      <SegmentedControl
        aria-label="The client"
        value={kind}
        onChange={setKind}
        data={[
          { value: "client", label: "An MCP client" },
          { value: "code", label: "Your own code" },
        ]}
        style={{ alignSelf: "flex-start" }}
      />
      {kind === "code" ? (
        <AgentCode
          toolsetId={used.toolsetId}
          url={url}
          apiKey={typeof credential === "object" ? credential.apiKey : null}
          askForKey={way === "oauth" ? () => setWay("key") : null}
        />
      ) : (
        <Clients toolset={used} url={url} credential={credential} />
      )}
    </Stack>
  );
}

/** How each client that speaks MCP is set up. */
function Clients({ toolset, url, credential }: Omit<ClientCardProps, "client">): ReactNode {
  const inCloud = mcpClients.filter((client) => !canReach(client, url));
  return (
    <>
      {inCloud.length > 0 && (
        <Alert color="sea" icon={<Icon name="info" />}>
          <Text size="sm" c="var(--mantine-color-text)">
            {inCloud.map(({ name }) => name).join(" and ")} call from their maker's cloud, which cannot reach{" "}
            {window.location.host}. They need a public https address: set BOWLINE_BASE_URL. The other clients
            work as they are.
          </Text>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {mcpClients.map((client) => (
          <ClientCard key={client.id} client={client} toolset={toolset} url={url} credential={credential} />
        ))}
      </SimpleGrid>
    </>
  );
}
