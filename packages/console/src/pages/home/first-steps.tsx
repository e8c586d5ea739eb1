import { Button, Group, Paper, Progress, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { apiKeysQuery } from "../../api/api-keys.ts";
import { connectionsQuery } from "../../api/connections.ts";
import { latestExecutionsQuery } from "../../api/executions.ts";
import { grantsQuery } from "../../api/grants.ts";
import { toolsetsQuery } from "../../api/toolsets.ts";
import { Icon } from "../../icons/icon.tsx";
import { countTools } from "../toolsets/count-tools.ts";

interface Step {
  title: string;
  text: string;
  isDone: boolean;
  /** The button's words and where it leads. */
  action: string;
  to: string;
}

/** The way from an empty server to an agent with tools. Each step is ticked by what exists, not by a click. It goes when all are done. */
export function FirstSteps(): ReactNode {
  const connections = useQuery(connectionsQuery).data;
  const executions = useQuery(latestExecutionsQuery(8)).data;
  const toolsets = useQuery(toolsetsQuery).data;
  const keys = useQuery(apiKeysQuery).data;
  const grants = useQuery(grantsQuery).data;
  if (!connections || !executions || !toolsets || !keys || !grants) {
    return null;
  }
  const connection = connections[0];
  const toolset = toolsets.find((one) => countTools(one) > 0) ?? toolsets[0];
  const steps: Step[] = [
    {
      title: "Connect an account",
      text: "Choose an application and enter a key, or sign in.",
      isDone: connection !== undefined,
      action: "Choose an application",
      to: "/applications",
    },
    {
      title: "Try a tool",
      text: "Fill in a form and look at what comes back.",
      isDone: executions.totalCount > 0,
      action: "Choose a tool",
      to: connection === undefined ? "/tools" : `/applications/${connection.applicationSlug}`,
    },
    {
      title: "Build a toolset",
      text: "The tools that an agent gets, and nothing else.",
      isDone: toolsets.some((one) => countTools(one) > 0),
      action: toolset === undefined ? "Create a toolset" : "Choose its tools",
      to: toolset === undefined ? "/toolsets" : `/toolsets/${toolset.toolsetId}`,
    },
    {
      title: "Connect an agent",
      text: "Claude, Cursor, VS Code, ChatGPT or your own code.",
      isDone:
        grants.length > 0 ||
        keys.some(({ toolsetId, lastUsedDate }) => toolsetId !== null && lastUsedDate !== null),
      action: "Connect an agent",
      to: toolset === undefined ? "/toolsets" : `/toolsets/${toolset.toolsetId}?tab=agent`,
    },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  if (next === undefined) {
    return null;
  }
  return (
    <Paper p="lg">
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2}>First steps</Title>
          <Text size="sm" c="dimmed">
            {done} of {steps.length} done
          </Text>
        </Group>
        <Progress value={(100 * done) / steps.length} color="teal" size="sm" aria-label="First steps done" />
        <Stack gap="xs" component="ol" p={0} m={0} style={{ listStyle: "none" }}>
          {steps.map((step) => (
            <FirstStep key={step.title} step={step} isNext={step === next} />
          ))}
        </Stack>
      </Stack>
    </Paper>
  );
}

function FirstStep({ step, isNext }: { step: Step; isNext: boolean }): ReactNode {
  const { title, text, isDone, action, to } = step;
  return (
    <Group component="li" wrap="nowrap" gap="md" py={4}>
      <ThemeIcon variant={isDone ? "filled" : "default"} color="teal" radius="xl" size={28}>
        {isDone ? <Icon name="check" size={16} /> : <Icon name="circle" size={12} />}
      </ThemeIcon>
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text fw={550} size="sm" c={isDone ? "dimmed" : "var(--mantine-color-text)"}>
          {title}
          {isDone ? " (done)" : ""}
        </Text>
        {!isDone && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </div>
      {!isDone && (
        <Button size="xs" component={Link} to={to} variant={isNext ? "filled" : "default"}>
          {action}
        </Button>
      )}
    </Group>
  );
}
