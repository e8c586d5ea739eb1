import { Button } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { applicationToolsQuery } from "../../api/tools.ts";
import { readHint } from "../../parts/filter-tools.ts";
import { isHeldBack } from "./approval-rule.ts";
import { BarNote } from "./bar-note.tsx";
import { type Draft, listChosen } from "./draft.ts";

interface DestructiveToolsProps {
  draft: Draft;
  /** Lets calls of destructive tools wait. */
  holdBack(): void;
}

/** Proposes a rule when destructive tools are chosen whose calls run at once. It knows the tools that this page has loaded. */
export function DestructiveTools({ draft, holdBack }: DestructiveToolsProps): ReactNode {
  const slugs = [...new Set(draft.connections.map(({ applicationSlug }) => applicationSlug))];
  const lists = useQueries({
    queries: slugs.map((slug) => ({ ...applicationToolsQuery(slug), enabled: false })),
  });
  const chosen = new Set(listChosen(draft));
  const free = lists
    .flatMap(({ data = [] }) => data)
    .filter(
      (tool) =>
        chosen.has(tool.slug) && readHint(tool) === "destructive" && !isHeldBack(draft.approvals, tool),
    );
  if (free.length === 0) {
    return null;
  }
  const [first] = free;
  return (
    <BarNote
      action={
        draft.approvals === "none" && (
          <Button size="xs" variant="default" onClick={holdBack}>
            Approve destructive calls first
          </Button>
        )
      }
    >
      {free.length === 1 ? `${first?.name} may` : `${free.length.toLocaleString("en")} of these tools may`}{" "}
      delete or overwrite data, and agents can call {free.length === 1 ? "it" : "them"} without asking.
    </BarNote>
  );
}
