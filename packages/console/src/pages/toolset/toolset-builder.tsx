import type { Toolset } from "@bowline/sdk";
import { Alert, Box, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useBlocker } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { connectionsQuery } from "../../api/connections.ts";
import { refreshToolsets, toolsetQuery } from "../../api/toolsets.ts";
import { Icon } from "../../icons/icon.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Problem } from "../../parts/problem.tsx";
import { ConnectionPicker } from "./connection-picker.tsx";
import { changeTools, countChosen, type Draft, isSameDraft, readDraft, writeDraft } from "./draft.ts";
import { ToolPicker } from "./tool-picker.tsx";
import classes from "./toolset-builder.module.css";
import { ToolsetSize } from "./toolset-size.tsx";

const route = getRouteApi("/toolsets/$toolsetId");

/** Models choose worse among more tools than this. */
const manyTools = 40;

/** Chooses the toolset's connections and tools. Nothing changes before it is saved. */
export function ToolsetBuilder({ toolset }: { toolset: Toolset }): ReactNode {
  const saved = readDraft(toolset);
  const [draft, setDraft] = useState(saved);
  /** What was saved when the choice began. */
  const [base, setBase] = useState(saved);
  const { connection: openText } = route.useSearch();
  const navigate = route.useNavigate();
  const openId = openText === undefined ? (draft[0]?.connectionId ?? null) : Number(openText);
  const setOpenId = (connectionId: number | undefined) => {
    void navigate({
      search: ({ tab }) => ({ tab, connection: connectionId?.toString() }),
      replace: true,
    });
  };
  const isOutdated = !isSameDraft(saved, base);
  const load = (next: Draft) => {
    setBase(next);
    setDraft(next);
  };
  if (isOutdated && (isSameDraft(draft, base) || isSameDraft(draft, saved))) {
    load(saved);
  }
  const connections = useQuery(connectionsQuery);
  const queryClient = useQueryClient();
  const isChanged = !isSameDraft(draft, saved);
  const saving = useMutation({
    mutationFn: () => bowline.toolsets.update(toolset.toolsetId, { connections: writeDraft(draft) }),
    onSuccess: async (updated) => {
      queryClient.setQueryData(toolsetQuery(toolset.toolsetId).queryKey, updated);
      setDraft(readDraft(updated));
      await refreshToolsets(queryClient);
      notifications.show({ color: "teal", message: "Saved. Agents see the change at once." });
    },
  });
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isChanged && current.pathname !== next.pathname && !window.confirm("Leave without saving the toolset?"),
    enableBeforeUnload: isChanged,
  });
  const open = draft.find(({ connectionId }) => connectionId === openId);
  const count = countChosen(draft);
  return (
    <Loaded query={connections}>
      {(own) =>
        own.length === 0 ? (
          <Empty
            icon="plug"
            title="Connect an account first"
            action={
              <Button component={Link} to="/applications">
                Choose an application
              </Button>
            }
          >
            A toolset's tools run through your connections, and you have none yet.
          </Empty>
        ) : (
          <Stack>
            {isOutdated && (
              <Alert color="orange" icon={<Icon name="triangle-alert" />} title="It was changed elsewhere">
                <Group gap="sm">
                  <Text size="sm">Somebody saved other tools meanwhile. What you save replaces them.</Text>
                  <Button size="xs" variant="default" onClick={() => load(saved)}>
                    Show what was saved
                  </Button>
                </Group>
              </Alert>
            )}
            <Box className={classes.columns}>
              <ConnectionPicker
                connections={own}
                draft={draft}
                openId={openId}
                open={setOpenId}
                add={(connection) => {
                  const { connectionId, applicationSlug } = connection;
                  setDraft([...draft, { connectionId, applicationSlug, toolSlugs: new Set() }]);
                  setOpenId(connectionId);
                }}
                remove={(connectionId) => {
                  setDraft(draft.filter((entry) => entry.connectionId !== connectionId));
                  setOpenId(undefined);
                }}
              />
              {open === undefined ? (
                <Empty icon="layers" title={draft.length === 0 ? "Add a connection" : "Choose a connection"}>
                  {draft.length === 0
                    ? "Add one of your connections on the left, then choose its tools here. An empty toolset permits nothing."
                    : "Choose a connection on the left to see its tools."}
                </Empty>
              ) : (
                <ToolPicker
                  key={open.connectionId}
                  applicationSlug={open.applicationSlug}
                  chosen={open.toolSlugs}
                  change={(toolSlugs, isChosen) =>
                    setDraft((before) => changeTools(before, open.connectionId, toolSlugs, isChosen))
                  }
                />
              )}
            </Box>
            {count > manyTools && (
              <Alert color="yellow" icon={<Icon name="triangle-alert" />}>
                <Text size="sm">
                  {count.toLocaleString("en")} tools are many for a model: it chooses better among at most{" "}
                  {manyTools}. Several small toolsets work better than a large one.
                </Text>
              </Alert>
            )}
            {saving.error !== null && <Problem error={saving.error} />}
            <Paper p="sm" className={classes.bar}>
              <Group justify="space-between">
                <Group gap="xs">
                  <Text size="sm" fw={600} aria-live="polite">
                    {count === 1 ? "1 tool chosen" : `${count.toLocaleString("en")} tools chosen`}
                  </Text>
                  <ToolsetSize toolset={toolset} />
                </Group>
                <Group gap="xs">
                  <Button variant="default" disabled={!isChanged} onClick={() => load(saved)}>
                    Discard
                  </Button>
                  <Button disabled={!isChanged} loading={saving.isPending} onClick={() => saving.mutate()}>
                    Save
                  </Button>
                </Group>
              </Group>
            </Paper>
          </Stack>
        )
      }
    </Loaded>
  );
}
