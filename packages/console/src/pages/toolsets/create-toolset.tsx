import type { Toolset, ToolsetConnectionInput } from "@bowline/sdk";
import { Button, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { refreshToolsets } from "../../api/toolsets.ts";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { useFieldIssues } from "../../parts/field-issues.ts";
import { notePage } from "../../parts/note-page.ts";
import { Problem } from "../../parts/problem.tsx";
import { useFocusReturn } from "../../parts/use-focus-return.ts";

interface CreateToolsetProps {
  isOpen: boolean;
  close(): void;
  /** What the name is at first. Default: empty. */
  firstName?: string;
  /** The tools that it begins with. Default: none. */
  connections?: ToolsetConnectionInput[];
  /** Goes on when it was created and the person is still on the page. */
  onCreated(toolset: Toolset): void;
}

/** Names a new toolset and creates it. */
export function CreateToolset(props: CreateToolsetProps): ReactNode {
  const { isOpen, close, firstName = "", connections = [], onCreated } = props;
  const [name, setName] = useState(firstName);
  const queryClient = useQueryClient();
  useFocusReturn(isOpen);
  const creating = useMutation({
    mutationFn: async () => {
      const isHere = notePage();
      const toolset = await bowline.toolsets.create({ name: name.trim(), connections });
      await refreshToolsets(queryClient);
      return { toolset, isHere };
    },
    onSuccess: ({ toolset, isHere }) => {
      if (isHere()) {
        setName(firstName);
        close();
        onCreated(toolset);
      }
    },
  });
  const form = useRef<HTMLFormElement>(null);
  const { issues, rest } = useFieldIssues(form, creating.error, ["name"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creating.mutate();
  };
  return (
    <Modal opened={isOpen} onClose={() => !creating.isPending && close()} title="New toolset">
      <form ref={form} onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            description="What the agent is for, such as “Triage of issues”."
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={issues.name}
            required
            data-autofocus
          />
          {rest !== null && <Problem error={rest} />}
          <DialogButtons cancel={close} isPending={creating.isPending}>
            <Button type="submit" loading={creating.isPending}>
              Create toolset
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
