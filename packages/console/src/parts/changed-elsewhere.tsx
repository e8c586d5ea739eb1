import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";
import { KeptButton } from "./kept-button.tsx";
import { useLeftFocus } from "./use-left-focus.ts";

/** A part that was changed here and elsewhere. */
export interface Conflict {
  name: string;
  theirs: string;
  mine: string;
}

interface ChangedElsewhereProps {
  /** None: nothing is shown. */
  conflicts: readonly Conflict[];
  form: { isSaving: boolean; replace(): void; discard(): void };
}

/** On a phone it appears above what is in sight, and Save would seem to do nothing. */
const bringIntoSight = (alert: HTMLElement | null): void => alert?.scrollIntoView({ block: "nearest" });

/** Shows what somebody else saved meanwhile beside what is filled in, and asks which of them to keep. */
export function ChangedElsewhere(props: ChangedElsewhereProps): ReactNode {
  return props.conflicts.length === 0 ? null : <ConflictChoice {...props} />;
}

function ConflictChoice({ conflicts, form }: ChangedElsewhereProps): ReactNode {
  useLeftFocus();
  return (
    <Alert
      color="orange"
      icon={<Icon name="triangle-alert" />}
      title="It was changed elsewhere"
      role="alert"
      ref={bringIntoSight}
      // The bar at the top stays above what is scrolled to.
      style={{ scrollMarginTop: 72 }}
    >
      <Stack gap="sm">
        <Text size="sm" c="var(--mantine-color-text)">
          Somebody saved it while you changed it. Nothing of yours is saved yet.
        </Text>
        {conflicts.map(({ name, theirs, mine }) => (
          <Text key={name} size="sm" c="var(--mantine-color-text)" style={{ overflowWrap: "anywhere" }}>
            <strong>{name}</strong>
            <br />
            Saved now: {theirs}
            <br />
            Yours: {mine}
          </Text>
        ))}
        <Group gap="sm">
          <Button size="xs" variant="default" onClick={form.discard}>
            Take what was saved
          </Button>
          <KeptButton
            size="xs"
            variant="default"
            isIdle={false}
            isBusy={form.isSaving}
            onClick={form.replace}
          >
            Replace it with mine
          </KeptButton>
        </Group>
      </Stack>
    </Alert>
  );
}
