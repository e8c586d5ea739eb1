import { Button, Modal, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef } from "react";
import { DialogButtons } from "./dialog-buttons.tsx";
import { useFieldIssues } from "./field-issues.ts";
import { Problem } from "./problem.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

interface CreateDialogProps<Created> {
  title: string;
  /** The words of the button, such as `Create key`. */
  action: string;
  create(): Promise<Created>;
  close(): void;
  /** The names of the fields in the request. */
  fields: readonly string[];
  /** Renders the fields, with what the server found wrong in each. */
  children(issues: Partial<Record<string, string>>): ReactNode;
  /** Shows what was created, in a dialog of its own. */
  show(created: Created): ReactNode;
}

/** A form that creates something, and then shows it. What was created is kept nowhere else: it may contain a secret. */
export function CreateDialog<Created>(props: CreateDialogProps<Created>): ReactNode {
  const { title, action, create, close, fields, children, show } = props;
  const creating = useMutation({ mutationFn: create, gcTime: 0 });
  const form = useRef<HTMLFormElement>(null);
  const { issues, rest } = useFieldIssues(form, creating.error, fields);
  useFocusReturn();
  // What is being created would be there anyway, and a secret of it unseen.
  const leave = () => {
    if (!creating.isPending) {
      close();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creating.mutate();
  };
  if (creating.isSuccess) {
    return show(creating.data);
  }
  return (
    <Modal opened onClose={leave} title={title}>
      <form ref={form} onSubmit={submit}>
        <Stack>
          {children(issues)}
          {rest !== null && <Problem error={rest} />}
          <DialogButtons cancel={leave} isPending={creating.isPending}>
            <Button type="submit" loading={creating.isPending}>
              {action}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
