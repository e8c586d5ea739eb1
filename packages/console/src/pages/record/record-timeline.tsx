import type { Execution } from "@bowline/sdk";
import { Group, Paper, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { formatDuration } from "../../parts/format-figures.ts";
import classes from "./record-timeline.module.css";

type Timings = NonNullable<Execution["timings"]>;

const phases: { name: keyof Timings; label: string }[] = [
  { name: "checks", label: "Checks" },
  { name: "token", label: "Wait for a token" },
  { name: "downstream", label: "Application" },
  { name: "results", label: "Results" },
];

/** Where the time of a call went: a bar in the order of its phases, and the same in words. */
export function RecordTimeline({ timings }: { timings: Timings }): ReactNode {
  const total = phases.reduce((sum, { name }) => sum + timings[name], 0);
  return (
    <Paper p="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2}>Timeline</Title>
        <Text size="sm">{formatDuration(total)} in all</Text>
      </Group>
      <div className={classes.bar} aria-hidden="true">
        {phases.map(({ name }) =>
          timings[name] === 0 ? null : (
            <div
              key={name}
              className={`${classes.part} ${classes[name]}`}
              style={{ width: `${(timings[name] / total) * 100}%` }}
            />
          ),
        )}
      </div>
      <dl className={classes.list}>
        {phases.map(({ name, label }) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed">
              <span className={`${classes.mark} ${classes[name]}`} aria-hidden="true" />
              {label}
            </Text>
            <Text component="dd" size="sm" m={0}>
              {formatDuration(timings[name])}
            </Text>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
