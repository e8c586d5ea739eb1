import { Group, Kbd, Modal, Stack, Text } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { useFocusReturn } from "../parts/use-focus-return.ts";
import { isMac } from "./is-mac.ts";

const shortcuts: { keys: string[]; effect: string }[] = [
  { keys: ["Ctrl K", "/"], effect: "Search pages, applications and tools" },
  { keys: ["Ctrl Enter"], effect: "On a tool's page: run it" },
  { keys: ["Ctrl Shift Enter"], effect: "On a tool's page: do a dry run" },
  { keys: ["Esc"], effect: "Cancel a run, or close what is open" },
  { keys: ["?"], effect: "Show this list" },
];

/** The keys that the console listens to. */
export function Shortcuts({ close }: { close(): void }): ReactNode {
  useFocusReturn();
  return (
    <Modal opened onClose={close} title="Keyboard shortcuts">
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {shortcuts.map(({ keys, effect }) => (
          <Group key={effect} component="li" justify="space-between" wrap="nowrap">
            <Text size="sm">{effect}</Text>
            <Group gap={6} wrap="nowrap">
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && (
                    <Text size="sm" c="dimmed">
                      or
                    </Text>
                  )}
                  <Kbd style={{ whiteSpace: "nowrap" }}>{isMac ? key.replace("Ctrl", "⌘") : key}</Kbd>
                </Fragment>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
