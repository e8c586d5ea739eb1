import type { Toolset, UpdateToolset } from "@bowline/sdk";
import { Group, NumberInput, Paper, Radio, Stack, Switch, TextInput, Title } from "@mantine/core";
import { type FormEvent, type ReactNode, useRef } from "react";
import { ChangedElsewhere } from "../../parts/changed-elsewhere.tsx";
import { countOf } from "../../parts/count-of.ts";
import { isSamePart, listConflicts } from "../../parts/edited.ts";
import { useFieldIssues } from "../../parts/field-issues.ts";
import { KeptButton } from "../../parts/kept-button.tsx";
import { Problem } from "../../parts/problem.tsx";
import { approvalRuleNames } from "./approval-rule.ts";
import { describeRule } from "./describe-conflict.ts";
import { useToolsetForm } from "./use-toolset-form.ts";

const approvalRules = [
  { value: "none", description: "Every call runs at once." },
  { value: "destructive", description: "Calls that may delete or overwrite data wait for you." },
  { value: "writes", description: "Only calls that read run at once." },
  { value: "all", description: "Every call waits for you." },
] as const;

interface SettingsForm {
  name: string;
  approvals: Toolset["settings"]["approvals"];
  isFull: boolean;
  hasOutput: boolean;
  hasControls: boolean;
  /** Empty: as usual. */
  resultBytes: number | string;
}

const readForm = ({ name, settings }: Toolset): SettingsForm => ({
  name,
  approvals: settings.approvals,
  isFull: settings.schemas === "full",
  hasOutput: settings.outputSchemas,
  hasControls: settings.resultControls,
  resultBytes: settings.resultBytes ?? "",
});

const labels: Record<keyof SettingsForm, string> = {
  name: "Name",
  approvals: "Approvals",
  isFull: "Whole descriptions",
  hasOutput: "Output schemas",
  hasControls: "Filter, sort and cut results",
  resultBytes: "Characters of a result at once",
};

/** Writes the request that saves a form. What is not changed is left out, so that it cannot undo what somebody else saved. */
function writeForm(form: SettingsForm, saved: SettingsForm): UpdateToolset {
  const isChanged = (part: keyof SettingsForm) => !isSamePart(part, form, saved);
  return {
    ...(isChanged("name") && { name: form.name.trim() }),
    settings: {
      ...(isChanged("approvals") && { approvals: form.approvals }),
      ...(isChanged("isFull") && { schemas: form.isFull ? "full" : "compact" }),
      ...(isChanged("hasOutput") && { outputSchemas: form.hasOutput }),
      ...(isChanged("hasControls") && { resultControls: form.hasControls }),
      ...(typeof form.resultBytes === "number" &&
        isChanged("resultBytes") && { resultBytes: form.resultBytes }),
    },
  };
}

function describeValue(part: keyof SettingsForm, form: SettingsForm): string {
  const value = form[part];
  if (part === "approvals") {
    return describeRule(form.approvals);
  }
  return typeof value === "boolean" ? (value ? "on" : "off") : value.toLocaleString("en");
}

const describeList = (count: number): string => countOf(count, "chosen tool");

/** How agents see and use the toolset. */
export function ToolsetSettingsForm({ toolset }: { toolset: Toolset }): ReactNode {
  const { settings } = toolset;
  const editing = useToolsetForm({
    toolset,
    read: readForm,
    write: writeForm,
    question: "Leave without saving the settings?",
    message: "Saved.",
  });
  const { edited, saved, isChanged } = editing;
  const form = edited.draft;
  const change = (changes: Partial<SettingsForm>) => editing.change((before) => ({ ...before, ...changes }));
  const conflicts = listConflicts(edited, saved).map((part) => ({
    name: labels[part],
    theirs: describeValue(part, saved),
    mine: describeValue(part, form),
  }));
  const element = useRef<HTMLFormElement>(null);
  const { issues, rest } = useFieldIssues(element, editing.error, ["name", "settings.resultBytes"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    editing.save();
  };
  return (
    <form ref={element} onSubmit={submit}>
      <Stack maw={720}>
        <Paper p="lg">
          <Stack>
            <TextInput
              label="Name"
              value={form.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
              error={issues.name}
              maxLength={200}
              required
            />
            <ApprovalChoice settings={settings} approvals={form.approvals} change={change} />
          </Stack>
        </Paper>
        <McpSettings settings={settings} form={form} change={change} issue={issues["settings.resultBytes"]} />
        <ChangedElsewhere conflicts={conflicts} form={editing} />
        {rest !== null && <Problem error={rest} />}
        <Group justify="flex-end">
          <KeptButton type="submit" isIdle={!isChanged} isBusy={editing.isSaving}>
            Save
          </KeptButton>
        </Group>
      </Stack>
    </form>
  );
}

interface ApprovalChoiceProps {
  settings: Toolset["settings"];
  approvals: SettingsForm["approvals"];
  change(changes: Pick<SettingsForm, "approvals">): void;
}

function ApprovalChoice({ settings, approvals, change }: ApprovalChoiceProps): ReactNode {
  return (
    <Radio.Group
      label="Which calls does a person approve first?"
      description="They wait on the page Approvals, with the exact request."
      value={Array.isArray(approvals) ? "list" : approvals}
      onChange={(value) =>
        change({
          approvals: value === "list" ? settings.approvals : (value as SettingsForm["approvals"]),
        })
      }
    >
      <Stack gap="xs" mt="sm">
        {approvalRules.map(({ value, description }) => (
          <Radio key={value} value={value} label={approvalRuleNames[value]} description={description} />
        ))}
        {Array.isArray(settings.approvals) && (
          <Radio
            value="list"
            label={describeList(settings.approvals.length)}
            description="Chosen one by one, on the tab Tools or with the API."
          />
        )}
      </Stack>
    </Radio.Group>
  );
}

interface McpSettingsProps {
  settings: Toolset["settings"];
  form: SettingsForm;
  change(changes: Partial<SettingsForm>): void;
  /** What the server found wrong with the size of results. */
  issue: string | undefined;
}

function McpSettings({ settings, form, change, issue }: McpSettingsProps): ReactNode {
  return (
    <Paper p="lg">
      <Stack>
        <Title order={2} fz="md">
          What agents over MCP get
        </Title>
        <Switch
          label="Whole descriptions"
          description="Otherwise they are shortened, which costs the model less."
          checked={form.isFull}
          onChange={(event) => change({ isFull: event.currentTarget.checked })}
        />
        <Switch
          label="Output schemas"
          description="Say what each tool returns."
          checked={form.hasOutput}
          onChange={(event) => change({ hasOutput: event.currentTarget.checked })}
        />
        <Switch
          label="Filter, sort and cut results"
          description="The agent may ask for fewer results of a list."
          checked={form.hasControls}
          onChange={(event) => change({ hasControls: event.currentTarget.checked })}
        />
        <NumberInput
          label="Characters of a result at once"
          description="The agent reads on in a long result, piece by piece."
          placeholder="100,000"
          value={form.resultBytes}
          onChange={(resultBytes) => change({ resultBytes })}
          error={issue}
          min={100}
          max={10_000_000}
          allowDecimal={false}
          // The API cannot take it back.
          required={settings.resultBytes !== null}
          thousandSeparator=","
          maw={260}
        />
      </Stack>
    </Paper>
  );
}
