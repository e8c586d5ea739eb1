import type { Connection, ExecutionSummary, Page, Toolset } from "@bowline/sdk";
import { Button, Group, Paper, Progress, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
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

interface FirstStepsProps {
  connections: readonly Connection[];
  executions: Page<ExecutionSummary>;
  toolsets: readonly Toolset[];
  /** Whether an agent has called a tool. */
  hasAgent: boolean;
  hide(): void;
  onDone(): void;
}

/**
 * The way from an empty server to an agent with tools. Each step is ticked by what exists, not by a click. Once all are done it is one
 * line, and `onDone` is called.
 */
export function FirstSteps(props: FirstStepsProps): ReactNode {
  const { connections, executions, toolsets, hasAgent, hide, onDone } = props;
  const connection = connections[0];
  const filled = toolsets.find((one) => countTools(one) > 0);
  const toolset = filled ?? toolsets[0];
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
      isDone: filled !== undefined,
      action: toolset === undefined ? "Create a toolset" : "Choose its tools",
      to: toolset === undefined ? "/toolsets" : `/toolsets/${toolset.toolsetId}`,
    },
    {
      title: "Connect an agent",
      text: "Claude, Cursor, VS Code, ChatGPT or your own code.",
      isDone: hasAgent,
      action: "Connect an agent",
      to: toolset === undefined ? "/toolsets" : `/toolsets/${toolset.toolsetId}?tab=agent`,
    },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  const isAllDone = next === undefined;
  useEffect(() => {
    if (isAllDone) {
      onDone();
    }
  }, [isAllDone, onDone]);
  if (isAllDone) {
    return <AllDone hide={hide} />;
  }
  return (
    <Paper p="lg">
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2}>First steps</Title>
          <Group gap="sm">
            <Text size="sm" c="dimmed">
              {done} of {steps.length} done
            </Text>
            <Button size="compact-sm" variant="default" onClick={hide} aria-label="Hide the first steps">
              Hide
            </Button>
          </Group>
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

function AllDone({ hide }: Pick<FirstStepsProps, "hide">): ReactNode {
  return (
    <Paper px="lg" py="sm">
      <Group justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap">
          <DoneMark />
          <Title order={2} fz="sm">
            All first steps are done. An agent of yours has its tools.
          </Title>
        </Group>
        <Button
          size="compact-sm"
          variant="default"
          onClick={hide}
          aria-label="Hide the first steps"
          style={{ flexShrink: 0 }}
        >
          Hide
        </Button>
      </Group>
    </Paper>
  );
}

const DoneMark = (): ReactNode => (
  <ThemeIcon variant="filled" color="teal" radius="xl" size={28}>
    <Icon name="check" size={16} />
  </ThemeIcon>
);

/** Whether one of these calls is an agent's. */
export const showsAgent = (executions: readonly ExecutionSummary[]): boolean =>
  executions.some(({ source, toolsetId }) => source === "mcp" || (source === "api" && Boolean(toolsetId)));

function FirstStep({ step, isNext }: { step: Step; isNext: boolean }): ReactNode {
  const { title, text, isDone, action, to } = step;
  return (
    <Group component="li" wrap="nowrap" align={isDone ? "center" : "flex-start"} gap="md" py={4}>
      {isDone ? (
        <DoneMark />
      ) : (
        <ThemeIcon variant="default" radius="xl" size={28}>
          <Icon name="circle" size={12} />
        </ThemeIcon>
      )}
      {/* On a phone, the button goes below the text. */}
      <Group flex={1} gap="xs" justify="space-between">
        <div style={{ flex: "1 1 200px" }}>
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
    </Group>
  );
}
