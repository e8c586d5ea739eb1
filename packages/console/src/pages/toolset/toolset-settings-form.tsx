import type { Toolset } from "@bowline/sdk";
import { Button, Group, NumberInput, Paper, Radio, Stack, Switch, TextInput, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { refreshToolsets, toolsetQuery } from "../../api/toolsets.ts";
import { Problem } from "../../parts/problem.tsx";

const approvalRules = [
  { value: "none", label: "None", description: "Every call runs at once." },
  {
    value: "destructive",
    label: "Destructive tools",
    description: "Calls that may delete or overwrite data wait for you.",
  },
  { value: "writes", label: "All tools that write", description: "Only calls that read run at once." },
  { value: "all", label: "All tools", description: "Every call waits for you." },
];

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

const isSame = (one: SettingsForm, other: SettingsForm): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const describeList = (count: number): string => (count === 1 ? "1 chosen tool" : `${count} chosen tools`);

/** How agents see and use the toolset. */
export function ToolsetSettingsForm({ toolset }: { toolset: Toolset }): ReactNode {
  const { toolsetId, settings } = toolset;
  const saved = readForm(toolset);
  const [form, setForm] = useState(saved);
  /** What was saved when the form was filled. */
  const [base, setBase] = useState(saved);
  const change = (changes: Partial<SettingsForm>) => setForm((before) => ({ ...before, ...changes }));
  const isChanged = !isSame(form, base);
  if (!isSame(saved, base) && (!isChanged || isSame(form, saved))) {
    setBase(saved);
    setForm(saved);
  }
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: () =>
      bowline.toolsets.update(toolsetId, {
        name: form.name.trim(),
        settings: {
          approvals: form.approvals,
          schemas: form.isFull ? "full" : "compact",
          outputSchemas: form.hasOutput,
          resultControls: form.hasControls,
          ...(typeof form.resultBytes === "number" && { resultBytes: form.resultBytes }),
        },
      }),
    onSuccess: async (updated) => {
      queryClient.setQueryData(toolsetQuery(toolsetId).queryKey, updated);
      setForm(readForm(updated));
      await refreshToolsets(queryClient);
      notifications.show({ color: "teal", message: "Saved." });
    },
  });
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isChanged &&
      current.pathname !== next.pathname &&
      !window.confirm("Leave without saving the settings?"),
    enableBeforeUnload: isChanged,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={720}>
        <Paper p="lg">
          <Stack>
            <TextInput
              label="Name"
              value={form.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
              maxLength={200}
              required
            />
            <Radio.Group
              label="Which calls does a person approve first?"
              description="They wait on the page Approvals, with the exact request."
              value={Array.isArray(form.approvals) ? "list" : form.approvals}
              onChange={(value) =>
                change({
                  approvals: value === "list" ? settings.approvals : (value as SettingsForm["approvals"]),
                })
              }
            >
              <Stack gap="xs" mt="sm">
                {approvalRules.map(({ value, label, description }) => (
                  <Radio key={value} value={value} label={label} description={description} />
                ))}
                {Array.isArray(settings.approvals) && (
                  <Radio
                    value="list"
                    label={describeList(settings.approvals.length)}
                    description="They were chosen with the API or the command line."
                  />
                )}
              </Stack>
            </Radio.Group>
          </Stack>
        </Paper>
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
        {saving.error !== null && <Problem error={saving.error} />}
        <Group justify="flex-end">
          <Button type="submit" disabled={!isChanged} loading={saving.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
