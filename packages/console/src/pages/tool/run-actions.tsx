import { Anchor, Button, Group, Kbd, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../../icons/icon.tsx";
import classes from "./tool.module.css";

interface RunActionsProps {
  isRunning: boolean;
  run(isDryRun: boolean): void;
  cancel(): void;
  clear(): void;
}

/** The buttons below the input. */
export function RunActions({ isRunning, run, cancel, clear }: RunActionsProps): ReactNode {
  return (
    <Group className={classes.actions} gap="xs">
      {isRunning ? (
        <Button
          color="gray"
          variant="default"
          // It stands where Run stood, so the second click of a double click on Run meets it.
          onClick={({ detail }) => detail < 2 && cancel()}
          leftSection={<Icon name="x" size={16} />}
        >
          Cancel
        </Button>
      ) : (
        <Button
          onClick={() => run(false)}
          leftSection={<Icon name="play" size={16} />}
          aria-keyshortcuts="Control+Enter"
        >
          Run
        </Button>
      )}
      <Button variant="default" disabled={isRunning} onClick={() => run(true)}>
        Dry run
      </Button>
      <Text size="xs" c="dimmed" className={classes.hint}>
        {isRunning ? <Kbd size="xs">Esc</Kbd> : <Kbd size="xs">Ctrl Enter</Kbd>}
      </Text>
      <Anchor
        component="button"
        type="button"
        size="xs"
        ml="auto"
        c="dimmed"
        disabled={isRunning}
        onClick={clear}
      >
        Clear
      </Anchor>
    </Group>
  );
}
