import type { Approval } from "@bowline/sdk";
import { Button, Modal, Stack, Textarea } from "@mantine/core";
import type { UseMutationResult } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Problem } from "../../parts/problem.tsx";

interface DenyCallProps {
  isOpen: boolean;
  close(): void;
  /** Takes the reason, which may be empty. */
  denying: UseMutationResult<Approval, unknown, string>;
}

/** Asks for a reason, and denies a call. */
export function DenyCall({ isOpen, close, denying }: DenyCallProps): ReactNode {
  const [reason, setReason] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    denying.mutate(reason);
  };
  // Until the decision has arrived, the reason may be needed once more.
  const leave = () => {
    if (!denying.isPending) {
      denying.reset();
      close();
    }
  };
  return (
    <Modal opened={isOpen} onClose={leave} title="Deny the call">
      <form onSubmit={submit}>
        <Stack>
          <Textarea
            label="Reason"
            description="The agent reads it. It may be empty."
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={1000}
            data-autofocus
          />
          {denying.error !== null && <Problem error={denying.error} />}
          <DialogButtons cancel={leave} isPending={denying.isPending}>
            <Button type="submit" color="red" loading={denying.isPending}>
              Deny
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
