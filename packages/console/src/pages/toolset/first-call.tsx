import type { Toolset } from "@bowline/sdk";
import { Group, Indicator, Paper, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { apiKeysQuery } from "../../api/api-keys.ts";
import { bowline } from "../../api/bowline.ts";
import { grantsQuery } from "../../api/grants.ts";
import { When } from "../../parts/when.tsx";

const pollMs = 2000;

/** A light that turns on when an agent has used the toolset: its key was used, it was allowed to sign in, or a tool ran. */
export function FirstCall({ toolset: { toolsetId } }: { toolset: Toolset }): ReactNode {
  const { data: keys = [] } = useQuery({ ...apiKeysQuery, refetchInterval: pollMs });
  const { data: grants = [] } = useQuery({ ...grantsQuery, refetchInterval: pollMs });
  const { data: executions } = useQuery({
    queryKey: ["executions", "of toolset", toolsetId],
    queryFn: ({ signal }) => bowline.executions.list({ toolsetId, top: 10 }, { signal }),
    refetchInterval: pollMs,
  });
  const used = keys
    .filter((key) => key.toolsetId === toolsetId && key.lastUsedDate !== null)
    .toSorted((one, other) => (other.lastUsedDate ?? "").localeCompare(one.lastUsedDate ?? ""))[0];
  const grant = grants.find(
    (one) => one.toolsetId === toolsetId || one.resource.endsWith(`/mcp/${toolsetId}`),
  );
  // A person who tries a tool here is no agent.
  const last = executions?.items.find(({ source }) => source !== "console");
  const isSeen = used !== undefined || grant !== undefined || last !== undefined;
  return (
    <Paper p="md">
      <Group gap="md" wrap="nowrap" role="status" style={{ overflowWrap: "anywhere" }}>
        <Indicator color={isSeen ? "teal" : "gray"} processing={!isSeen} size={12} position="middle-center">
          <span style={{ display: "inline-block", width: 12 }} />
        </Indicator>
        {last !== undefined ? (
          <Text size="sm">
            An agent's last call was <b>{last.toolSlug}</b>, <When date={last.createdDate} />.{" "}
            <Link to="/history" search={{ toolset: toolsetId }}>
              See its history
            </Link>
          </Text>
        ) : used !== undefined ? (
          <Text size="sm">
            First call seen: the key{" "}
            <b>
              <bdi>{used.name}</bdi>
            </b>{" "}
            was used <When date={used.lastUsedDate} />.
          </Text>
        ) : grant !== undefined ? (
          <Text size="sm">
            <b>
              <bdi>{grant.clientName}</bdi>
            </b>{" "}
            has been allowed to use this toolset since <When date={grant.createdDate} />.
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            Waiting for an agent's first call. This light turns on by itself.
          </Text>
        )}
      </Group>
    </Paper>
  );
}
