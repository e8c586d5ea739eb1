import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";

interface DialogButtonsProps {
  /** Closes the dialog. */
  cancel(): void;
  /** Whether the form was sent: what was begun would be done all the same. Default: no. */
  isPending?: boolean;
  /** The button that sends the dialog's form. Absent: the dialog only leads on. */
  children?: ReactNode;
}

/** The end of a dialog. */
export function DialogButtons({ cancel, isPending = false, children }: DialogButtonsProps): ReactNode {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={cancel} disabled={isPending}>
        Cancel
      </Button>
      {children}
    </Group>
  );
}
