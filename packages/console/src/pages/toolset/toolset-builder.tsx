import type { Tool, Toolset } from "@bowline/sdk";
import { Box, Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { connectionsQuery } from "../../api/connections.ts";
import { applicationToolsQuery, mostToolsInOneCall } from "../../api/tools.ts";
import { loadPart } from "../../load-part.ts";
import { ChangedElsewhere } from "../../parts/changed-elsewhere.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { PartBoundary } from "../../parts/part-boundary.tsx";
import { BuilderBar } from "./builder-bar.tsx";
import { ConnectionPicker } from "./connection-picker.tsx";
import { describeConflicts } from "./describe-conflict.ts";
import { chooseTools, forgetTools, readDraft, writeChanges } from "./draft.ts";
import { ToolPicker } from "./tool-picker.tsx";
import classes from "./toolset-builder.module.css";
import { useToolsetForm } from "./use-toolset-form.ts";

// It has the form of the tool's input, which is large.
const ToolChanges = lazy(async () => ({
  default: (await loadPart(() => import("./tool-changes.tsx"))).ToolChanges,
}));

const route = getRouteApi("/toolsets/$toolsetId");

/** Chooses the toolset's connections and tools. Nothing changes before it is saved. */
export function ToolsetBuilder({ toolset }: { toolset: Toolset }): ReactNode {
  const form = useToolsetForm({
    toolset,
    read: readDraft,
    write: writeChanges,
    question: "Leave without saving the toolset?",
    message: "Saved. Agents see the change at once.",
  });
  const { edited, saved, change } = form;
  const { draft } = edited;
  const [editedTool, setEditedTool] = useState<Tool | null>(null);
  const { connection: openText } = route.useSearch();
  const navigate = route.useNavigate();
  const openId = openText === undefined ? (draft.connections[0]?.connectionId ?? null) : Number(openText);
  const setOpenId = (connectionId: number | undefined) => {
    void navigate({
      search: ({ tab }) => ({ tab, connection: connectionId?.toString() }),
      replace: true,
    });
  };
  const connections = useQuery(connectionsQuery);
  const open = draft.connections.find(({ connectionId }) => connectionId === openId);
  // The list of a large application takes more than one call.
  const { data: openTools } = useQuery({
    ...applicationToolsQuery(open?.applicationSlug ?? ""),
    enabled: false,
  });
  const isOnDemand = open === undefined ? false : openTools && openTools.length > mostToolsInOneCall;
  return (
    <Loaded query={connections}>
      {(own) =>
        own.length === 0 ? (
          <NoConnection />
        ) : (
          <Stack>
            <ChangedElsewhere conflicts={describeConflicts(edited, saved)} form={form} />
            <Box className={classes.columns}>
              <ConnectionPicker
                connections={own}
                draft={draft}
                openId={openId}
                open={setOpenId}
                add={(connection) => {
                  const { connectionId, applicationSlug } = connection;
                  const entry = { connectionId, applicationSlug, toolSlugs: new Set<string>() };
                  change((before) => ({ ...before, connections: [...before.connections, entry] }));
                  setOpenId(connectionId);
                }}
                remove={(connectionId) => {
                  change((before) => ({
                    ...before,
                    connections: before.connections.filter((entry) => entry.connectionId !== connectionId),
                  }));
                  setOpenId(undefined);
                }}
              />
              {open === undefined ? (
                <NothingOpen isEmpty={draft.connections.length === 0} />
              ) : (
                <ToolPicker
                  key={open.connectionId}
                  applicationSlug={open.applicationSlug}
                  draft={draft}
                  chosen={open.toolSlugs}
                  change={(toolSlugs, isChosen) =>
                    change((before) => chooseTools(before, open.connectionId, toolSlugs, isChosen))
                  }
                  edit={setEditedTool}
                  forget={(toolSlugs) =>
                    change((before) => forgetTools(before, open.connectionId, toolSlugs))
                  }
                />
              )}
            </Box>
            <BuilderBar toolset={toolset} form={form} isOnDemand={isOnDemand} />
            <PartBoundary>
              <Suspense>
                {editedTool !== null && (
                  <ToolChanges
                    tool={editedTool}
                    draft={draft}
                    change={(next) => change(() => next)}
                    close={() => setEditedTool(null)}
                  />
                )}
              </Suspense>
            </PartBoundary>
          </Stack>
        )
      }
    </Loaded>
  );
}

function NoConnection(): ReactNode {
  return (
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
  );
}

/** Stands where the tools of a connection will be. */
function NothingOpen({ isEmpty }: { isEmpty: boolean }): ReactNode {
  return (
    <Empty icon="layers" title={isEmpty ? "Add a connection" : "Choose a connection"}>
      {isEmpty
        ? "Add one of your connections, then choose its tools here. An empty toolset permits nothing."
        : "Choose a connection to see its tools."}
    </Empty>
  );
}
