import type { Tool, Toolset } from "@bowline/sdk";
import { Button, Group, Menu, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { refreshToolsets, toolsetsQuery } from "../../api/toolsets.ts";
import { Icon } from "../../icons/icon.tsx";
import { Problem } from "../../parts/problem.tsx";
import { takeLostFocus } from "../../parts/take-lost-focus.ts";
import { CreateToolset } from "../toolsets/create-toolset.tsx";
import { addTool } from "./add-tool.ts";

interface AddToToolsetProps {
  tool: Tool;
  /** The connection that the tool ran through. */
  connectionId: number;
}

/** Gives agents the tool that has just run: adds it to one of the person's toolsets, or to a new one. */
export function AddToToolset({ tool, connectionId }: AddToToolsetProps): ReactNode {
  const { slug: toolSlug, applicationSlug, applicationName } = tool;
  const added = { connectionId, applicationSlug, toolSlug };
  const [isOpened, setIsOpened] = useState(false);
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<Toolset | null>(null);
  const toolsets = useQuery({ ...toolsetsQuery, enabled: isOpened });
  const queryClient = useQueryClient();
  const adding = useMutation({
    mutationFn: async ({ toolsetId }: Toolset) => {
      // What somebody else has saved meanwhile stays.
      const { connections } = await bowline.toolsets.get(toolsetId);
      return bowline.toolsets.update(toolsetId, { connections: addTool(connections, added) });
    },
    onSuccess: () => refreshToolsets(queryClient),
  });
  const toolset = created ?? adding.data;
  if (toolset !== undefined) {
    return <Added toolset={toolset} />;
  }
  return (
    <Group gap="sm">
      <Menu position="bottom-start" onOpen={() => setIsOpened(true)}>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            loading={adding.isPending}
            leftSection={<Icon name="layers" size={14} />}
          >
            Add to a toolset
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} maw="min(420px, calc(100vw - 64px))" style={{ overflowY: "auto" }}>
          {toolsets.data?.map((one) => (
            <Menu.Item key={one.toolsetId} onClick={() => adding.mutate(one)}>
              <bdi style={{ overflowWrap: "anywhere" }}>{one.name}</bdi>
            </Menu.Item>
          ))}
          {(toolsets.data?.length ?? 0) > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<Icon name="plus" size={16} />} onClick={() => setIsCreating(true)}>
            New toolset
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {adding.error !== null && <Problem error={adding.error} />}
      <CreateToolset
        isOpen={isCreating}
        close={() => setIsCreating(false)}
        firstName={applicationName}
        connections={addTool([], added)}
        onCreated={setCreated}
      />
    </Group>
  );
}

function Added({ toolset: { toolsetId, name } }: { toolset: Toolset }): ReactNode {
  const next = useRef<HTMLAnchorElement>(null);
  // The button that opened the menu is gone.
  useEffect(() => takeLostFocus(next.current), []);
  return (
    <Group gap="sm" role="status">
      <Text size="sm">
        It is in the toolset{" "}
        <Link to="/toolsets/$toolsetId" params={{ toolsetId }}>
          {name}
        </Link>
        .
      </Text>
      <Button
        size="xs"
        renderRoot={(root) => (
          <Link
            {...root}
            ref={next}
            to="/toolsets/$toolsetId"
            params={{ toolsetId }}
            search={{ tab: "agent" }}
          />
        )}
      >
        Connect an agent
      </Button>
    </Group>
  );
}
