import { Alert, Button, Code, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";
import { Copying } from "./copying.tsx";

/** Shows a new secret, which no later response shows. It is in the page only as long as this is. */
export function SecretOnce({ label, value }: { label: string; value: string }): ReactNode {
  return (
    <Alert color="teal" icon={<Icon name="key-round" />} title={`${label}: copy it now`}>
      <Stack gap="xs" align="flex-start">
        <Code fz="sm" p="xs" w="100%" style={{ overflowWrap: "anywhere" }} aria-label={label}>
          {value}
        </Code>
        <Copying value={value}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="default"
              leftSection={<Icon name={copied ? "check" : "copy"} size={14} />}
              onClick={copy}
              data-autofocus
            >
              {copied ? "Copied" : `Copy ${label.toLowerCase()}`}
            </Button>
          )}
        </Copying>
        <Text size="sm" c="dimmed">
          It is not shown again. Whoever has it can act with it.
        </Text>
      </Stack>
    </Alert>
  );
}
