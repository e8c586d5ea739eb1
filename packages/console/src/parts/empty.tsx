import { Paper, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";
import type { IconName } from "../icons/icon-names.ts";

interface EmptyProps {
  icon: IconName;
  title: string;
  /** What belongs here, and what to do next. */
  children: ReactNode;
  /** The next step. */
  action?: ReactNode;
}

/** Shown instead of an empty list. It says the next step. */
export function Empty({ icon, title, children, action }: EmptyProps): ReactNode {
  return (
    <Paper p="xl" py={48}>
      <Stack align="center" gap="sm">
        <ThemeIcon size={52} radius="xl" variant="light">
          <Icon name={icon} size={24} />
        </ThemeIcon>
        <Title order={2} ta="center">
          {title}
        </Title>
        <Text c="dimmed" ta="center" maw={460} component="div" style={{ overflowWrap: "anywhere" }}>
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  );
}
