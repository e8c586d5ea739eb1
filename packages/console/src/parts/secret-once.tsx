import { Alert, Code, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";
import { CopyButton } from "./copy-button.tsx";

/** Shows a new secret, which no later response shows. It is in the page only as long as this is. */
export function SecretOnce({ label, value }: { label: string; value: string }): ReactNode {
  return (
    <Alert color="teal" icon={<Icon name="key-round" />} title={`${label}: copy it now`}>
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap">
          <Code fz="sm" p="xs" style={{ overflowWrap: "anywhere", flex: 1 }} aria-label={label}>
            {value}
          </Code>
          <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} />
        </Group>
        <Text size="sm" c="dimmed">
          It is not shown again. Whoever has it can act with it.
        </Text>
      </Stack>
    </Alert>
  );
}
