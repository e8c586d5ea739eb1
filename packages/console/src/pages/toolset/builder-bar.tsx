import type { Toolset } from "@bowline/sdk";
import { Box, Group, Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { countOf } from "../../parts/count-of.ts";
import { KeptButton } from "../../parts/kept-button.tsx";
import { Problem } from "../../parts/problem.tsx";
import { BarNote } from "./bar-note.tsx";
import { DestructiveTools } from "./destructive-tools.tsx";
import { countChosen, type Draft } from "./draft.ts";
import classes from "./toolset-builder.module.css";
import { ToolsetSize } from "./toolset-size.tsx";
import type { ToolsetForm } from "./use-toolset-form.ts";

/** Models choose worse among more tools than this. */
const manyTools = 40;

interface BuilderBarProps {
  toolset: Toolset;
  form: ToolsetForm<Draft>;
  isOnDemand: boolean | undefined;
}

/** The bar at the bottom: what to know about the tools chosen, and the buttons to save or discard. */
export function BuilderBar({ toolset, form, isOnDemand }: BuilderBarProps): ReactNode {
  const { change } = form;
  const { draft } = form.edited;
  const count = countChosen(draft);
  return (
    <Paper p="sm" className={classes.bar} data-changed={form.isChanged || undefined}>
      {form.error !== null && (
        <Box mb="sm">
          <Problem error={form.error} />
        </Box>
      )}
      <DestructiveTools
        draft={draft}
        holdBack={() => change((before) => ({ ...before, approvals: "destructive" }))}
      />
      {count > manyTools && (
        <BarNote>
          {count.toLocaleString("en")} tools are many for a model: it chooses better among at most {manyTools}
          . Make several small toolsets instead.
        </BarNote>
      )}
      {count === 0 && draft.connections.length > 0 && (
        <BarNote>
          No tool is chosen, so the toolset permits nothing. An empty list never means all tools.
        </BarNote>
      )}
      <Group justify="space-between" wrap="nowrap">
        <Group gap="0 10px" miw={0}>
          <Text size="sm" fw={600} aria-live="polite">
            {countOf(count, "tool")} chosen
          </Text>
          <ToolsetSize toolset={toolset} isChanged={form.isChanged} isOnDemand={isOnDemand} />
        </Group>
        <Group gap="xs" wrap="nowrap">
          <KeptButton variant="default" px="sm" isIdle={!form.isChanged} onClick={form.discard}>
            Discard
          </KeptButton>
          <KeptButton px="sm" isIdle={!form.isChanged} isBusy={form.isSaving} onClick={form.save}>
            Save
          </KeptButton>
        </Group>
      </Group>
    </Paper>
  );
}
