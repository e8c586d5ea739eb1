import type { Connection } from "@bowline/sdk";
import { List, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { bowline } from "../../api/bowline.ts";
import { refreshConnections } from "../../api/connections.ts";
import { toolsetsQuery } from "../../api/toolsets.ts";
import { Confirm } from "../../parts/confirm.tsx";

/** Asks before a connection is deleted, and names the toolsets that lose it. */
export function DeleteConnection({
  connection,
  close,
}: {
  connection: Connection;
  close(): void;
}): ReactNode {
  const queryClient = useQueryClient();
  const { data: toolsets = [] } = useQuery(toolsetsQuery);
  const losing = toolsets.filter(({ connections }) =>
    connections.some(({ connectionId }) => connectionId === connection.connectionId),
  );
  const remove = async () => {
    await bowline.connections.delete(connection.connectionId);
    await refreshConnections(queryClient);
  };
  return (
    <Confirm
      isOpen
      close={close}
      title={`Delete ${connection.name}?`}
      action="Delete connection"
      run={remove}
    >
      <Stack gap="xs">
        <Text size="sm">
          Its credentials are deleted, and tools no longer run through it. The history stays.
        </Text>
        {losing.length > 0 && (
          <>
            <Text size="sm" fw={600}>
              {losing.length === 1 ? "This toolset loses it:" : `These ${losing.length} toolsets lose it:`}
            </Text>
            <List size="sm">
              {losing.map(({ toolsetId, name }) => (
                <List.Item key={toolsetId}>{name}</List.Item>
              ))}
            </List>
          </>
        )}
      </Stack>
    </Confirm>
  );
}
