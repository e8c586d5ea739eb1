import type { Toolset } from "@bowline/sdk";
import { Button, Group, Stack, Switch, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { bowline } from "../../../api/bowline.ts";
import { Problem } from "../../../parts/problem.tsx";
import type { Agent } from "../agent.ts";
import { nameAgent } from "../name-agent.ts";
import { type ActingService, copyToolset, findConnection, findCopy } from "./acting-service.ts";
import { ServiceConnection } from "./service-connection.tsx";

interface ServiceKeyProps {
  toolset: Toolset;
  service: ActingService;
  keep(agent: Agent): void;
}

const pollMs = 2000;

/** The accounts that a service member needs for the toolset, and then its key. */
export function ServiceKey({ toolset, service, keep }: ServiceKeyProps): ReactNode {
  const [isReadOnly, setIsReadOnly] = useState(false);
  const queryClient = useQueryClient();
  const { applications, connections, isReady, error, refetch } = useServiceAccounts(toolset, service);
  const creating = useMutation({
    mutationFn: async () => {
      const copy = await copyToolset(service, toolset);
      const { apiKey } = await bowline.apiKeys.create({
        name: nameAgent(toolset),
        accountUserId: service.accountUserId,
        toolsetId: copy.toolsetId,
        readOnly: isReadOnly,
      });
      return { apiKey, toolset: copy, actsAs: service.fullName };
    },
    gcTime: 0,
    onSuccess: async (agent) => {
      keep(agent);
      await queryClient.invalidateQueries({ queryKey: ["api-keys"] });
    },
  });
  const { data: toolsets = [] } = useQuery({
    queryKey: ["service-toolsets", service.accountUserId],
    queryFn: ({ signal }) => service.api.toolsets.list({ top: 1000 }, { signal }).toArray(),
  });
  const hasCopy = findCopy(toolsets, toolset) !== undefined;
  const updating = useMutation({
    mutationFn: () => copyToolset(service, toolset),
    onSuccess: () =>
      notifications.show({
        color: "teal",
        message: `The toolset of ${service.fullName} is up to date. Its keys stay as they are.`,
      }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creating.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw={560}>
        <Text size="sm" c="dimmed">
          {applications.length === 0
            ? `This toolset permits nothing yet, so ${service.fullName} needs no account.`
            : `${service.fullName} needs an account of its own at each application. Whoever opens the page to connect it enters the credentials there.`}
        </Text>
        {error !== null && <Problem error={error} retry={refetch} />}
        <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
          {applications.map(([slug, name]) => (
            <ServiceConnection
              key={slug}
              service={service}
              slug={slug}
              name={name}
              connection={findConnection(connections ?? [], slug)}
            />
          ))}
        </Stack>
        <Switch
          label="Only tools that read"
          checked={isReadOnly}
          onChange={(event) => setIsReadOnly(event.currentTarget.checked)}
        />
        {hasCopy && (
          <Text size="sm">
            {service.fullName} has a copy of this toolset already. A new key uses it, too.
          </Text>
        )}
        {creating.error !== null && <Problem error={creating.error} />}
        {updating.error !== null && <Problem error={updating.error} />}
        <Group gap="sm">
          <Button type="submit" disabled={!isReady} loading={creating.isPending}>
            Create key
          </Button>
          {hasCopy && (
            <Button
              variant="default"
              disabled={!isReady}
              loading={updating.isPending}
              onClick={() => updating.mutate()}
            >
              Only update its copy
            </Button>
          )}
          {!isReady && (
            <Text size="sm" c="dimmed">
              First connect what is missing.
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** The applications that a toolset needs accounts at, and the accounts that the service member has. */
function useServiceAccounts(toolset: Toolset, service: ActingService) {
  const {
    data: connections,
    error,
    refetch,
  } = useQuery({
    queryKey: ["service-connections", service.accountUserId],
    queryFn: ({ signal }) => service.api.connections.list({ top: 1000 }, { signal }).toArray(),
    // An account is connected in another tab.
    refetchInterval: pollMs,
  });
  const applications = [
    ...new Map(
      toolset.connections.map(({ applicationSlug, applicationName }) => [applicationSlug, applicationName]),
    ),
  ];
  const isReady =
    connections !== undefined &&
    applications.every(([slug]) => findConnection(connections, slug) !== undefined);
  return { applications, connections, isReady, error, refetch };
}
