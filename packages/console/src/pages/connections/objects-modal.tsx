import type { Connection, ConnectionObject } from "@bowline/sdk";
import { Button, Group, Modal, ScrollArea, Stack, Table, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { askAgain } from "../../api/ask-again.ts";
import { bowline } from "../../api/bowline.ts";
import { Icon } from "../../icons/icon.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Problem } from "../../parts/problem.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { useFocusReturn } from "../../parts/use-focus-return.ts";
import { When } from "../../parts/when.tsx";

const inProgress = 1;
const failed = 2;
const shownAtMost = 300;

/** The objects that a connection gives access to, such as tables or projects, and their refresh. */
export function ObjectsModal({ connection, close }: { connection: Connection; close(): void }): ReactNode {
  const { connectionId, name } = connection;
  const [search, setSearch] = useState("");
  const objects = useQuery({
    queryKey: ["connections", "objects", connectionId],
    queryFn: ({ signal }) =>
      bowline.connections.listObjects(connectionId, { top: 1000 }, { signal }).toArray(),
  });
  const status = useQuery({
    queryKey: ["connections", "refresh", connectionId],
    queryFn: ({ signal }) => bowline.connections.getRefreshStatus(connectionId, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === inProgress ? 1000 : askAgain(state)),
  });
  const refreshing = useMutation({
    mutationFn: () => bowline.connections.refreshObjects(connectionId),
    onSuccess: () => status.refetch(),
  });
  const isRefreshing = refreshing.isPending || status.data?.status === inProgress;
  const refetchObjects = objects.refetch;
  // biome-ignore lint/correctness/useExhaustiveDependencies: A refresh has ended.
  useEffect(() => {
    refetchObjects();
  }, [status.data?.lastRefreshDate]);
  const words = search.toLowerCase();
  useFocusReturn();
  return (
    <Modal opened onClose={close} title={`Objects of ${name}`} size="lg">
      <Stack>
        <Group justify="space-between">
          <SearchField label="Search objects" value={search} onChange={setSearch} />
          <Button
            variant="default"
            loading={isRefreshing}
            onClick={() => refreshing.mutate()}
            leftSection={<Icon name="refresh-cw" size={16} />}
          >
            Refresh
          </Button>
        </Group>
        <Text size="sm" c="dimmed" aria-live="polite">
          {isRefreshing ? (
            "Reading them from the application …"
          ) : status.data?.lastRefreshDate == null ? (
            "Not read yet"
          ) : (
            <>
              Last read <When date={status.data.lastRefreshDate} />
            </>
          )}
        </Text>
        {refreshing.error !== null && <Problem error={refreshing.error} />}
        {status.data?.status === failed && (
          <Text size="sm" c="var(--mantine-color-error)">
            {status.data.error}
          </Text>
        )}
        <Loaded query={objects}>
          {(all) => {
            const fitting = all.filter(({ objectName, label }) =>
              `${objectName} ${label}`.toLowerCase().includes(words),
            );
            return all.length === 0 ? (
              <Empty icon="database" title="No objects">
                Some applications have objects, such as tables or boards, which tools then work on.
              </Empty>
            ) : fitting.length === 0 ? (
              <Empty icon="database" title="No object matches">
                Try other words.
              </Empty>
            ) : (
              <ObjectTable objects={fitting} />
            );
          }}
        </Loaded>
      </Stack>
    </Modal>
  );
}

function ObjectTable({ objects }: { objects: readonly ConnectionObject[] }): ReactNode {
  return (
    <ScrollArea.Autosize mah={380}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Kind</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {objects.slice(0, shownAtMost).map(({ objectName, label, kind }) => (
            <Table.Tr key={`${kind} ${objectName}`}>
              <Table.Td>
                {label}
                {label === objectName ? null : (
                  <Text size="xs" c="dimmed">
                    {objectName}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{kind}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {objects.length > shownAtMost && (
        <Text size="sm" c="dimmed" p="xs">
          The first {shownAtMost} of {objects.length.toLocaleString("en")}. Search for others.
        </Text>
      )}
    </ScrollArea.Autosize>
  );
}
