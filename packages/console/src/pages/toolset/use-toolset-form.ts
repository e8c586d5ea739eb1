import type { Toolset, UpdateToolset } from "@bowline/sdk";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { refreshToolsets, toolsetQuery } from "../../api/toolsets.ts";
import { type Edited, isSame, takeOver } from "../../parts/edited.ts";
import { saveToolset } from "./save-toolset.ts";

interface ToolsetFormSettings<Form> {
  toolset: Toolset;
  read(toolset: Toolset): Form;
  /** Writes the request that makes `saved` what is filled in. */
  write(form: Form, saved: Form): UpdateToolset;
  /** Asked before a page with unsaved changes is left. */
  question: string;
  /** Said when it is saved. */
  message: string;
}

export interface ToolsetForm<Form> {
  /** What is filled in, and what was saved when that began. */
  edited: Edited<Form>;
  /** What is saved now, by whomever. */
  saved: Form;
  isChanged: boolean;
  change(change: (before: Form) => Form): void;
  /** Saves, unless somebody else saved another value of the same part meanwhile. */
  save(): void;
  /** Saves, also over what somebody else saved. */
  replace(): void;
  /** Goes back to what is saved now. */
  discard(): void;
  isSaving: boolean;
  error: Error | null;
}

/** A part of a toolset that a person fills in and then saves, while others may save theirs. */
export function useToolsetForm<Form extends object>(settings: ToolsetFormSettings<Form>): ToolsetForm<Form> {
  const { toolset, read, write, question, message } = settings;
  const { toolsetId } = toolset;
  const saved = read(toolset);
  const [edited, setEdited] = useState<Edited<Form>>({ draft: saved, base: saved });
  const { draft, base } = edited;
  const load = (form: Form) => setEdited({ draft: form, base: form });
  const taken = takeOver(edited, saved);
  if (taken !== edited) {
    setEdited(taken);
  }
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: (seen: Form) => saveToolset({ toolsetId, draft, base: seen, read, write }),
    onSuccess: async ({ toolset: current, isSaved }) => {
      queryClient.setQueryData(toolsetQuery(toolsetId).queryKey, current);
      if (isSaved) {
        load(read(current));
        await refreshToolsets(queryClient);
        notifications.show({ color: "teal", message });
      }
    },
  });
  const isChanged = !isSame(draft, saved);
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isChanged && current.pathname !== next.pathname && !window.confirm(question),
    enableBeforeUnload: isChanged,
  });
  return {
    edited,
    saved,
    isChanged,
    change: (change) => setEdited((before) => ({ ...before, draft: change(before.draft) })),
    save: () => saving.mutate(base),
    replace: () => saving.mutate(saved),
    discard: () => load(saved),
    isSaving: saving.isPending,
    // It may have been saved although the response was lost, or been discarded.
    error: isChanged ? saving.error : null,
  };
}
