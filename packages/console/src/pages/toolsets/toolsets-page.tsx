import { Button, FileButton, Group, SimpleGrid } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { toolsetsQuery } from "../../api/toolsets.ts";
import { Icon } from "../../icons/icon.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { describeError } from "../../parts/problem.tsx";
import { CreateToolset } from "./create-toolset.tsx";
import { ToolsetCard } from "./toolset-card.tsx";
import { importToolset } from "./toolset-file.ts";

/** The signed-in person's toolsets. */
export function ToolsetsPage(): ReactNode {
  const query = useQuery(toolsetsQuery);
  const [isCreating, setIsCreating] = useState(false);
  const create = (
    <Button onClick={() => setIsCreating(true)} leftSection={<Icon name="plus" size={16} />}>
      Create toolset
    </Button>
  );
  return (
    <Page
      title="Toolsets"
      description="The tools that an agent gets, and nothing else. Each has an MCP address of its own."
      actions={
        <>
          <ImportButton />
          {create}
        </>
      }
    >
      <Loaded query={query}>
        {(toolsets) =>
          toolsets.length === 0 ? (
            <Empty icon="layers" title="No toolset yet" action={create}>
              Choose tools of your connections, then connect Claude, ChatGPT, Cursor or your own code to them.
            </Empty>
          ) : (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
              {toolsets.map((toolset) => (
                <ToolsetCard key={toolset.toolsetId} toolset={toolset} />
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
      <CreateToolset isOpen={isCreating} close={() => setIsCreating(false)} />
    </Page>
  );
}

function ImportButton(): ReactNode {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const read = async (file: File | null) => {
    if (file === null) {
      return;
    }
    try {
      const { toolsetId, missing } = await importToolset(await file.text(), queryClient);
      if (missing.length > 0) {
        notifications.show({
          color: "orange",
          title: "Some tools were left out",
          message: `You have no connection to ${missing.join(", ")}.`,
          autoClose: false,
        });
      }
      await navigate({ to: "/toolsets/$toolsetId", params: { toolsetId } });
    } catch (error) {
      notifications.show({ color: "red", title: "The file was not imported", message: describeError(error) });
    }
  };
  return (
    <Group>
      <FileButton onChange={read} accept="application/json">
        {(props) => (
          <Button {...props} variant="default" leftSection={<Icon name="upload" size={16} />}>
            From a file
          </Button>
        )}
      </FileButton>
    </Group>
  );
}
