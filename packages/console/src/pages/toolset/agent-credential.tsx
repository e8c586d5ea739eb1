import type { Toolset } from "@bowline/sdk";
import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { identityQuery } from "../../api/identity.ts";
import { SecretOnce } from "../../parts/secret-once.tsx";
import type { Agent } from "./agent.ts";
import { AgentKey } from "./agent-key.tsx";
import { ServiceAgent } from "./service-agent/service-agent.tsx";

interface AgentCredentialProps {
  toolset: Toolset;
  /** The agent whose key was just made; null: none. */
  agent: Agent | null;
  keep(agent: Agent): void;
}

/** Makes a key for an agent that acts as the signed-in person, or for an Admin as a service member. */
export function AgentCredential({ toolset, agent, keep }: AgentCredentialProps): ReactNode {
  const { data: identity } = useQuery(identityQuery);
  const [isService, setIsService] = useState(false);
  if (agent !== null) {
    return (
      <Stack gap="sm" maw={560}>
        {agent.actsAs !== null && (
          <Text size="sm">
            The key acts as {agent.actsAs}, with its own copy of the toolset. The address above is that of the
            copy.
          </Text>
        )}
        <SecretOnce label="Key" value={agent.apiKey} />
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      {identity?.role === "Admin" && (
        <SegmentedControl
          aria-label="The agent acts as"
          value={isService ? "service" : "person"}
          onChange={(value) => setIsService(value === "service")}
          data={[
            { value: "person", label: "It acts as you" },
            { value: "service", label: "As a service member" },
          ]}
          maw="100%"
          // On a phone, words go on in a second line.
          styles={{ control: { flex: "1 1 auto" }, label: { whiteSpace: "normal" } }}
          style={{ alignSelf: "flex-start" }}
        />
      )}
      {isService ? (
        <ServiceAgent toolset={toolset} keep={keep} />
      ) : (
        <AgentKey toolset={toolset} keep={keep} />
      )}
    </Stack>
  );
}
