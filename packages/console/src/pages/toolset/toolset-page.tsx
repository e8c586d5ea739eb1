import type { Toolset } from "@bowline/sdk";
import { Button, Menu, Tabs } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { refreshToolsets, toolsetQuery } from "../../api/toolsets.ts";
import { Icon } from "../../icons/icon.tsx";
import { CallsItem } from "../../parts/calls-item.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { CopyItem } from "../../parts/copy-item.tsx";
import { countOf } from "../../parts/count-of.ts";
import { cutName } from "../../parts/cut-name.ts";
import { DeleteItem } from "../../parts/delete-item.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { NotFound } from "../../parts/not-found.tsx";
import { notePage } from "../../parts/note-page.ts";
import { Page } from "../../parts/page.tsx";
import { describeError } from "../../parts/problem.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { TabList } from "../../parts/tab-list.tsx";
import { countTools } from "../toolsets/count-tools.ts";
import { writeToolsetFile } from "../toolsets/toolset-file.ts";
import { ConnectAgent } from "./connect-agent.tsx";
import { ToolsetBuilder } from "./toolset-builder.tsx";
import { ToolsetSettingsForm } from "./toolset-settings-form.tsx";

const route = getRouteApi("/toolsets/$toolsetId");
const copySuffix = " (copy)";
const trail = [{ label: "Toolsets", to: "/toolsets" }];

/** One toolset: its tools, how agents use them, and how to connect an agent. */
export function ToolsetPage(): ReactNode {
  const { toolsetId } = route.useParams();
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(toolsetId) ? (
    // Another toolset is another page.
    <ToolsetView key={toolsetId} toolsetId={toolsetId} />
  ) : (
    <NotFound />
  );
}

function ToolsetView({ toolsetId }: { toolsetId: string }): ReactNode {
  const query = useQuery(toolsetQuery(toolsetId));
  const { tab, openTab } = useTab();
  const agentTab = useRef<HTMLButtonElement>(null);
  const toolset = query.data;
  const connectAgent = () => {
    // The button is gone there.
    agentTab.current?.focus();
    void openTab("agent");
  };
  return (
    <Page
      title={toolset?.name ?? "Toolset"}
      trail={trail}
      width="wide"
      description={toolset && describeTools(toolset)}
      actions={
        toolset && (
          <>
            <ToolsetMenu toolset={toolset} />
            {tab !== "agent" && (
              <Button onClick={connectAgent} leftSection={<Icon name="bot" size={16} />}>
                Connect an agent
              </Button>
            )}
          </>
        )
      }
    >
      <Loaded query={query}>{(loaded) => <ToolsetTabs toolset={loaded} agentTab={agentTab} />}</Loaded>
    </Page>
  );
}

/** The tab that the address names, and a function that opens another. */
function useTab() {
  const { tab: asked } = route.useSearch();
  const navigate = route.useNavigate();
  return {
    tab: asked === "agent" || asked === "settings" ? asked : "tools",
    openTab: (next: string | null) =>
      navigate({ search: (before) => ({ ...before, tab: next ?? undefined }), replace: true }),
  };
}

function describeTools(toolset: Toolset): string {
  const count = countTools(toolset);
  return count === 0
    ? "It permits nothing yet. Choose the tools that an agent may use."
    : `${countOf(count, "tool")} of ${countOf(toolset.connections.length, "connection")}.`;
}

interface ToolsetTabsProps {
  toolset: Toolset;
  agentTab: RefObject<HTMLButtonElement | null>;
}

function ToolsetTabs({ toolset, agentTab }: ToolsetTabsProps): ReactNode {
  const { tab, openTab } = useTab();
  // What was not saved outlasts a look at another tab.
  const [seen, setSeen] = useState([tab]);
  if (!seen.includes(tab)) {
    setSeen([...seen, tab]);
  }
  return (
    // A hidden tab must go on asking before unsaved input is lost, so it is not React's Activity.
    <Tabs value={tab} onChange={openTab} keepMounted={false} keepMountedMode="display-none">
      <TabList mb="lg">
        <Tabs.Tab value="tools">Tools</Tabs.Tab>
        <Tabs.Tab value="agent" ref={agentTab}>
          Agents
        </Tabs.Tab>
        <Tabs.Tab value="settings">Settings</Tabs.Tab>
      </TabList>
      <Tabs.Panel value="tools" keepMounted={seen.includes("tools")}>
        <ToolsetBuilder toolset={toolset} />
      </Tabs.Panel>
      <Tabs.Panel value="agent">
        <ConnectAgent toolset={toolset} />
      </Tabs.Panel>
      <Tabs.Panel value="settings" keepMounted={seen.includes("settings")}>
        <ToolsetSettingsForm toolset={toolset} />
      </Tabs.Panel>
    </Tabs>
  );
}

function ToolsetMenu({ toolset }: { toolset: Toolset }): ReactNode {
  const { toolsetId, name, connections, workflows, settings } = toolset;
  const [isDeleting, setIsDeleting] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isCloning, setIsCloning] = useState(false);
  const clone = async () => {
    setIsCloning(true);
    const isHere = notePage();
    try {
      const copy = await bowline.toolsets.create({
        name: `${cutName(name, copySuffix)}${copySuffix}`,
        connections,
        workflows,
        settings,
      });
      await refreshToolsets(queryClient);
      if (isHere()) {
        await navigate({ to: "/toolsets/$toolsetId", params: { toolsetId: copy.toolsetId } });
      }
    } catch (error) {
      notifications.show({ color: "red", title: "It was not cloned", message: describeError(error) });
    } finally {
      setIsCloning(false);
    }
  };
  const remove = async () => {
    const isHere = notePage();
    await bowline.toolsets.delete(toolsetId);
    if (isHere()) {
      await navigate({ to: "/toolsets" });
    }
    await refreshToolsets(queryClient);
  };
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <Button variant="default" loading={isCloning} rightSection={<Icon name="chevron-down" size={16} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="copy" size={16} />} onClick={clone}>
            Clone
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name="download" size={16} />}
            onClick={() => saveFile(`${name}.toolset.json`, writeToolsetFile(toolset))}
          >
            Save as a file
          </Menu.Item>
          <CallsItem of="toolset" id={toolsetId} />
          <CopyItem value={toolsetId}>Copy id</CopyItem>
          <Menu.Divider />
          <DeleteItem onClick={() => setIsDeleting(true)}>Delete</DeleteItem>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        isOpen={isDeleting}
        close={() => setIsDeleting(false)}
        title={`Delete ${name}?`}
        action="Delete toolset"
        run={remove}
      >
        Agents that use it lose their tools at once, and keys narrowed to it stop working. The history stays.
      </Confirm>
    </>
  );
}
