import { ConnectionError, NotFoundError } from "@bowline/sdk";
import { Button, Modal, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { DialogButtons } from "./dialog-buttons.tsx";
import { goneMessage, Problem } from "./problem.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

interface ConfirmProps {
  isOpen: boolean;
  close(): void;
  title: string;
  /** What will happen, and what cannot be undone. */
  children: ReactNode;
  /** The words of the button, such as `Delete connection`. */
  action: string;
  isDestructive?: boolean;
  run(): Promise<unknown>;
}

/** Asks before something that cannot be undone. It stays open when that fails, and says why; what is gone already leaves the lists. */
export function Confirm(props: ConfirmProps): ReactNode {
  const { isOpen, close, title, children, action, isDestructive = true, run } = props;
  const queryClient = useQueryClient();
  useFocusReturn(isOpen);
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const leave = () => {
    setError(null);
    close();
  };
  const confirm = async () => {
    setIsRunning(true);
    setError(null);
    try {
      await run();
      leave();
    } catch (failure) {
      if (failure instanceof NotFoundError) {
        notifications.show({ color: "yellow", message: goneMessage });
        // Before the dialog gives the focus back, because what it was opened from goes with the list's entry.
        await queryClient.invalidateQueries();
        leave();
      } else {
        setError(failure);
        if (failure instanceof ConnectionError) {
          void queryClient.invalidateQueries();
        }
      }
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <Modal opened={isOpen} onClose={() => !isRunning && leave()} title={title}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        {error !== null && <Problem error={error} />}
        <DialogButtons cancel={leave} isPending={isRunning} isCareful>
          <Button color={isDestructive ? "red" : "sea"} loading={isRunning} onClick={confirm}>
            {action}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
