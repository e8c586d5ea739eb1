import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../../icons/icon.tsx";

interface BarNoteProps {
  children: ReactNode;
  /** A button that does something about it. */
  action?: ReactNode;
}

/** A warning about what is chosen. It stands in the bar at the bottom, so that no row moves away under the pointer. */
export function BarNote({ children, action }: BarNoteProps): ReactNode {
  return (
    <Group gap="xs" mb="xs" wrap="wrap">
      <Group gap="xs" wrap="nowrap" align="flex-start" flex="1 1 260px">
        <Text span c="var(--mantine-color-orange-light-color)" pt={2} style={{ display: "flex" }}>
          <Icon name="triangle-alert" size={16} />
        </Text>
        <Text size="sm">{children}</Text>
      </Group>
      {action}
    </Group>
  );
}
