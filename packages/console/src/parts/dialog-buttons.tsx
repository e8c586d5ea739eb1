import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";

interface DialogButtonsProps {
  /** Closes the dialog. */
  cancel(): void;
  /** Whether the form was sent: what was begun would be done anyway. Default: no. */
  isPending?: boolean;
  /** Whether Cancel has the focus when the dialog opens. Default: no. */
  isCareful?: boolean;
  /** The button that sends the dialog's form. Absent: the dialog only leads on. */
  children?: ReactNode;
}

/** The end of a dialog. */
export function DialogButtons({
  cancel,
  isPending = false,
  isCareful = false,
  children,
}: DialogButtonsProps): ReactNode {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={cancel} disabled={isPending} data-autofocus={isCareful || undefined}>
        Cancel
      </Button>
      {children}
    </Group>
  );
}
