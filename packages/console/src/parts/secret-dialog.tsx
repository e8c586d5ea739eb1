import { Button, Group, Modal, Stack } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { SecretOnce } from "./secret-once.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

interface SecretDialogProps {
  title: string;
  /** What the secret is, such as `Key`. */
  label: string;
  value: string;
  /** Whether it was used up: then it is not shown on. */
  isOver?: boolean;
  close(): void;
  /** What to do with it. */
  children?: ReactNode;
}

/** Shows a new secret once. Only its button closes it, so that no stray key or click loses the secret. */
export function SecretDialog(props: SecretDialogProps): ReactNode {
  const { title, label, value, isOver = false, close, children } = props;
  useFocusReturn();
  const closer = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button to copy it, which may have had the focus, is gone.
    if (isOver) {
      closer.current?.focus();
    }
  }, [isOver]);
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
        {!isOver && <SecretOnce label={label} value={value} />}
        <Group justify="flex-end">
          <Button ref={closer} onClick={close}>
            {isOver ? "Close" : "I have saved it"}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
