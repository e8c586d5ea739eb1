import type { Toolset } from "@bowline/sdk";
import { Button, Group, NumberInput, Paper, Radio, Stack, Switch, TextInput, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { refreshToolsets } from "../../api/toolsets.ts";
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

/** How agents see and use the toolset. */
export function ToolsetSettingsForm({ toolset }: { toolset: Toolset }): ReactNode {
  const { toolsetId, settings } = toolset;
  const [name, setName] = useState(toolset.name);
  const [approvals, setApprovals] = useState(settings.approvals);
  const [isFull, setIsFull] = useState(settings.schemas === "full");
  const [hasOutput, setHasOutput] = useState(settings.outputSchemas);
  const [hasControls, setHasControls] = useState(settings.resultControls);
  const [resultBytes, setResultBytes] = useState<number | string>(settings.resultBytes ?? "");
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: () =>
      bowline.toolsets.update(toolsetId, {
        name: name.trim(),
        settings: {
          approvals,
          schemas: isFull ? "full" : "compact",
          outputSchemas: hasOutput,
          resultControls: hasControls,
          ...(typeof resultBytes === "number" && { resultBytes }),
        },
      }),
    onSuccess: async () => {
      await refreshToolsets(queryClient);
      notifications.show({ color: "teal", message: "Saved." });
    },
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
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              required
            />
            <Radio.Group
              label="Which calls does a person approve first?"
              description="They wait on the page Approvals, with the exact request."
              value={Array.isArray(approvals) ? "list" : approvals}
              onChange={(value) => setApprovals(value as typeof approvals)}
            >
              <Stack gap="xs" mt="sm">
                {approvalRules.map(({ value, label, description }) => (
                  <Radio key={value} value={value} label={label} description={description} />
                ))}
                {Array.isArray(settings.approvals) && (
                  <Radio
                    value="list"
                    label={`The ${settings.approvals.length} tools that the API set`}
                    disabled
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
              checked={isFull}
              onChange={(event) => setIsFull(event.currentTarget.checked)}
            />
            <Switch
              label="Output schemas"
              description="Say what each tool returns."
              checked={hasOutput}
              onChange={(event) => setHasOutput(event.currentTarget.checked)}
            />
            <Switch
              label="Filter, sort and cut results"
              description="The agent may ask for fewer results of a list."
              checked={hasControls}
              onChange={(event) => setHasControls(event.currentTarget.checked)}
            />
            <NumberInput
              label="Characters of a result at once"
              description="The agent reads on in a long result, piece by piece."
              placeholder="100,000"
              value={resultBytes}
              onChange={setResultBytes}
              min={1000}
              thousandSeparator=","
              maw={260}
            />
          </Stack>
        </Paper>
        {saving.error !== null && <Problem error={saving.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={saving.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
