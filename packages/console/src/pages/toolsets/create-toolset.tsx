import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { refreshToolsets } from "../../api/toolsets.ts";
import { useFieldIssues } from "../../parts/field-issues.ts";
import { notePage } from "../../parts/note-page.ts";
import { Problem } from "../../parts/problem.tsx";

/** Names a new toolset, creates it empty, and opens its builder. */
export function CreateToolset({ isOpen, close }: { isOpen: boolean; close(): void }): ReactNode {
  const [name, setName] = useState("");
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const creating = useMutation({
    mutationFn: async () => {
      const isHere = notePage();
      const { toolsetId } = await bowline.toolsets.create({ name: name.trim(), connections: [] });
      await refreshToolsets(queryClient);
      return { toolsetId, isHere };
    },
    onSuccess: async ({ toolsetId, isHere }) => {
      if (!isHere()) {
        return;
      }
      setName("");
      close();
      await navigate({ to: "/toolsets/$toolsetId", params: { toolsetId } });
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
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={creating.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={creating.isPending}>
              Create toolset
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
