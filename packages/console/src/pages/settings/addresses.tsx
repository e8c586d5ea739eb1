import { Anchor, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { statusQuery } from "../../api/status.ts";
import { consoleBase, serverUrl } from "../../console-base.ts";
import { CodeBlock } from "../../parts/code-block.tsx";

/** The addresses for programs and agents. An Admin sees those that the server gives itself, others those of the browser. */
export function Addresses({ isAdmin }: { isAdmin: boolean }): ReactNode {
  const { data } = useQuery({ ...statusQuery, enabled: isAdmin });
  const base = data?.baseUrl.replace(/\/$/, "") ?? serverUrl;
  return (
    <Paper p="lg">
      <Title order={2} mb="sm">
        Addresses
      </Title>
      <Stack gap="sm">
        <Text size="sm">For programs, with an API key in the header x-api-key:</Text>
        <CodeBlock code={`${base}/v1`} label="Copy address of the API" />
        <Text size="sm">For agents over MCP. Each toolset has an address of its own below it:</Text>
        <CodeBlock code={`${base}/mcp`} label="Copy address for MCP" />
        {base !== serverUrl && (
          <Text size="sm" c="dimmed">
            You opened the console at {serverUrl}. The server gives its own address as {base}, which
            BOWLINE_BASE_URL sets. Agents that sign in need that one.
          </Text>
        )}
        <Text size="sm">
          <Anchor href={`${consoleBase}/docs`} inherit>
            API reference
          </Anchor>
        </Text>
      </Stack>
    </Paper>
  );
}
