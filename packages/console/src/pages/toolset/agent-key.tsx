import type { Toolset } from "@bowline/sdk";
import { Button, Group, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { useFieldIssues } from "../../parts/field-issues.ts";
import { Problem } from "../../parts/problem.tsx";
import type { Agent } from "./agent.ts";
import { nameAgent } from "./name-agent.ts";

interface AgentKeyProps {
  toolset: Toolset;
  keep(agent: Agent): void;
}

/** Makes a key of the signed-in person that can use this toolset only. */
export function AgentKey({ toolset, keep }: AgentKeyProps): ReactNode {
  const [name, setName] = useState(nameAgent(toolset));
  const [isReadOnly, setIsReadOnly] = useState(false);
  const queryClient = useQueryClient();
  const creating = useMutation({
    mutationFn: () =>
      bowline.apiKeys.create({ name: name.trim(), toolsetId: toolset.toolsetId, readOnly: isReadOnly }),
    gcTime: 0,
    onSuccess: async ({ apiKey }) => {
      keep({ apiKey, toolset, actsAs: null });
      await queryClient.invalidateQueries({ queryKey: ["api-keys"] });
    },
  });
  const form = useRef<HTMLFormElement>(null);
  const { issues, rest } = useFieldIssues(form, creating.error, ["name"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creating.mutate();
  };
  return (
    <form ref={form} onSubmit={submit}>
      <Stack gap="sm" maw={560}>
        <Text size="sm" c="dimmed">
          The key can use this toolset and nothing else, with your connections. The history names you and the
          key. Without a key, the settings below name the environment variable BOWLINE_API_KEY.
        </Text>
        <TextInput
          label="Name of the key"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={issues.name}
          required
        />
        <Switch
          label="Only tools that read"
          checked={isReadOnly}
          onChange={(event) => setIsReadOnly(event.currentTarget.checked)}
        />
        {rest !== null && <Problem error={rest} />}
        <Group>
          <Button type="submit" loading={creating.isPending}>
            Create key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
