import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { SecretOnce } from "./secret-once.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

interface SecretDialogProps {
  title: string;
  /** What the secret is, such as `Key`. */
  label: string;
  value: string;
  close(): void;
  /** What to do with it. */
  children?: ReactNode;
}

/** Shows a new secret once. Only its button closes it, so that no stray key or click loses the secret. */
export function SecretDialog({ title, label, value, close, children }: SecretDialogProps): ReactNode {
  useFocusReturn();
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        {children}
        <SecretOnce label={label} value={value} />
        <Group justify="flex-end">
          <Button onClick={close}>I have saved it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
