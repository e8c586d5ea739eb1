import type { Connection } from "@bowline/sdk";
import { Anchor, Button, Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Icon } from "../../../icons/icon.tsx";
import { ApplicationIcon } from "../../../parts/application-icon.tsx";
import { describeError } from "../../../parts/problem.tsx";
import type { ActingService } from "./acting-service.ts";

interface ServiceConnectionProps {
  service: ActingService;
  slug: string;
  name: string;
  connection: Connection | undefined;
}

/** A service member's account at one application, or the way to connect one in another tab. */
export function ServiceConnection({ service, slug, name, connection }: ServiceConnectionProps): ReactNode {
  const connecting = useMutation({
    mutationFn: async () => {
      // Opened at once, because a browser blocks a tab that opens without a click.
      const tab = window.open("about:blank", "_blank");
      try {
        const { connectUrl } = await service.api.connections.createConnectLink({
          applicationSlug: slug,
          isDefault: true,
        });
        if (tab !== null) {
          tab.opener = null;
          tab.location.replace(connectUrl);
        }
        return { connectUrl, isOpen: tab !== null };
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    gcTime: 0,
  });
  return (
    <Group component="li" gap="sm" justify="space-between">
      <Group gap="sm" wrap="nowrap" miw={0}>
        <ApplicationIcon slug={slug} size={24} />
        <Text size="sm" fw={550}>
          {name}
        </Text>
      </Group>
      {connection !== undefined ? (
        <Group gap={6} wrap="nowrap" c="teal">
          <Icon name="circle-check" size={16} />
          <Text size="sm" c="var(--mantine-color-text)">
            {connection.accountLabel ?? connection.name}
          </Text>
        </Group>
      ) : connecting.data?.isOpen === false ? (
        <Anchor href={connecting.data.connectUrl} target="_blank" rel="noreferrer" size="sm">
          Open the page to connect {name}
        </Anchor>
      ) : (
        <Button
          size="xs"
          variant="default"
          rightSection={<Icon name="external-link" size={14} />}
          loading={connecting.isPending}
          onClick={() => connecting.mutate()}
        >
          Connect {name}
        </Button>
      )}
      {connecting.error !== null && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" w="100%">
          {describeError(connecting.error)}
        </Text>
      )}
    </Group>
  );
}
