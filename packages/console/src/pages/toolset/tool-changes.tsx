import type { Tool, Toolset } from "@bowline/sdk";
import { Button, Modal, Stack, Switch, Text, Textarea, TextInput, Title } from "@mantine/core";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { applicationToolsQuery, toolQuery } from "../../api/tools.ts";
import { InputEditor } from "../../form/input-editor.tsx";
import { isObject, type JsonSchema, readProperties } from "../../form/json-schema.ts";
import type { FormHandle, Input } from "../../form/tool-form.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Problem } from "../../parts/problem.tsx";
import { useFocusReturn } from "../../parts/use-focus-return.ts";
import { approvalRuleNames, holdBack, isHeldBack } from "./approval-rule.ts";
import { changeTool, type Draft, listChosen } from "./draft.ts";
import { findNameProblem } from "./find-name-problem.ts";
import { takeOneByOne } from "./take-one-by-one.ts";

interface ToolChangesProps {
  tool: Tool;
  draft: Draft;
  change(draft: Draft): void;
  close(): void;
}

/** What the toolset changes of one tool: what agents see of it, inputs that are fixed, and whether its calls wait for a person. */
export function ToolChanges({ tool, draft, change, close }: ToolChangesProps): ReactNode {
  const query = useQuery(toolQuery(tool.slug));
  useFocusReturn();
  return (
    <Modal opened onClose={close} title={`${tool.name} in this toolset`} size={720}>
      <Loaded query={query} lines={6}>
        {(whole) => <ChangesForm tool={whole as Tool} draft={draft} change={change} close={close} />}
      </Loaded>
    </Modal>
  );
}

function ChangesForm({ tool, draft, change, close }: ToolChangesProps): ReactNode {
  const before = draft.tools[tool.slug];
  const [name, setName] = useState(before?.name ?? "");
  const [description, setDescription] = useState(before?.description ?? "");
  const [presets, setPresets] = useState<Input>(before?.presets ?? {});
  const [isHeld, setIsHeld] = useState(isHeldBack(draft.approvals, tool));
  const [isChecked, setIsChecked] = useState(false);
  const form = useRef<FormHandle>(null);
  const schema = useMemo(() => takeOneByOne((tool.inputSchema ?? {}) as JsonSchema), [tool.inputSchema]);
  const nameProblem = findNameProblem(name.trim(), tool.slug, draft);
  const queryClient = useQueryClient();
  const applying = useMutation({
    mutationFn: async (checked: Input) => {
      const changes = {
        name: name.trim() || null,
        description: description.trim() || null,
        presets: checked,
      };
      return {
        ...changeTool(draft, tool.slug, changes),
        approvals: await chooseApprovals(queryClient, tool, draft, isHeld),
      };
    },
    onSuccess: (changed) => {
      change(changed);
      close();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    const checked = form.current?.check() ?? null;
    if (checked !== null && nameProblem === null) {
      applying.mutate(checked);
    }
  };
  const hasInputs = readProperties(schema).length > 0 || !isObject(schema.properties);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TextInput
          label="Name that agents see"
          description="Up to 64 letters, digits, _ and -."
          placeholder={tool.slug}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={isChecked ? nameProblem : null}
          data-autofocus
        />
        <Textarea
          label="Description that agents see"
          description="Say when to use the tool here, and when not to."
          placeholder={tool.description ?? undefined}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          maxLength={2000}
          autosize
          minRows={2}
          maxRows={8}
        />
        <Switch
          label="A person approves each call first"
          description={explainRule(draft.approvals)}
          checked={isHeld}
          onChange={(event) => setIsHeld(event.currentTarget.checked)}
        />
        {hasInputs && (
          <Stack gap="sm" component="section" aria-label="Fixed inputs">
            <InputEditor
              heading={<Title order={3}>Fixed inputs</Title>}
              explanation={
                <Text size="sm" c="dimmed">
                  What you fill in is sent with every call. Agents neither see it nor can change it. What you
                  leave empty is up to the agent. Put no password or key here: it belongs to a connection.
                </Text>
              }
              schema={schema}
              value={presets}
              onChange={setPresets}
              problems={[]}
              handle={form}
            />
          </Stack>
        )}
        {applying.error !== null && <Problem error={applying.error} />}
        <DialogButtons cancel={close} isPending={applying.isPending}>
          <Button type="submit" loading={applying.isPending}>
            Apply
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** Returns the toolset's rule for approvals when the tool is held back, or is not any more. */
async function chooseApprovals(
  queryClient: QueryClient,
  tool: Tool,
  draft: Draft,
  isHeld: boolean,
): Promise<Draft["approvals"]> {
  const { approvals, connections } = draft;
  const slugs = [...new Set(connections.map(({ applicationSlug }) => applicationSlug))];
  // A rule of a group becomes a list, for which every chosen tool has to be known.
  const lists =
    isHeld === isHeldBack(approvals, tool) || Array.isArray(approvals)
      ? []
      : await Promise.all(slugs.map((slug) => queryClient.ensureQueryData(applicationToolsQuery(slug))));
  const chosen = new Set(listChosen(draft));
  const tools = lists.flat().filter(({ slug }) => chosen.has(slug));
  return holdBack(approvals, tool, isHeld, tools);
}

function explainRule(rule: Toolset["settings"]["approvals"]): string {
  return Array.isArray(rule)
    ? "The toolset has a list of such tools."
    : `The rule of the toolset is “${approvalRuleNames[rule]}”. Another choice here turns it into a list of tools, and tools that you add later are not on it.`;
}
