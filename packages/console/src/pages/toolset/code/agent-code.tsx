import { Anchor, Paper, Stack, Tabs, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { serverUrl } from "../../../console-base.ts";
import { CodeBlock } from "../../../parts/code-block.tsx";
import { TabList } from "../../../parts/tab-list.tsx";
import { writeAgentCode } from "./write-agent-code.ts";

interface AgentCodeProps {
  toolsetId: string;
  /** The toolset's address. */
  url: string;
  /** The key that was just made; null: none. */
  apiKey: string | null;
  /** Leads to where a key is made; null: it is in sight. */
  askForKey: (() => void) | null;
}

/** How a program of one's own gets the toolset's tools. */
export function AgentCode({ toolsetId, url, apiKey, askForKey }: AgentCodeProps): ReactNode {
  const programs = writeAgentCode(toolsetId, url);
  return (
    <Paper p="md" component="section" aria-label="Your own code">
      <Stack gap="sm">
        {askForKey !== null && (
          <Text size="sm">
            A program sends a key.{" "}
            <Anchor component="button" type="button" inherit onClick={askForKey}>
              Make a key for it
            </Anchor>
          </Text>
        )}
        <CodeBlock
          code={`export BOWLINE_URL=${serverUrl}\nexport BOWLINE_API_KEY=${apiKey ?? "YOUR_KEY"}`}
          label="Copy the environment"
        />
        <Tabs defaultValue={programs[0]?.name ?? null} keepMounted={false}>
          <TabList mb="sm">
            {programs.map(({ name }) => (
              <Tabs.Tab key={name} value={name}>
                {name}
              </Tabs.Tab>
            ))}
          </TabList>
          {programs.map(({ name, code, usesSdk }) => (
            <Tabs.Panel key={name} value={name}>
              <CodeBlock code={code} label={`Copy the code for ${name}`} />
              <Text size="xs" c="dimmed" mt={6}>
                {usesSdk
                  ? "Bowline's sources build the package @bowline/sdk: packages/sdk/README.md says how, and has more examples."
                  : "It connects over MCP, with the package fastmcp. Other frameworks for Python take the same address and header."}
              </Text>
            </Tabs.Panel>
          ))}
        </Tabs>
      </Stack>
    </Paper>
  );
}
