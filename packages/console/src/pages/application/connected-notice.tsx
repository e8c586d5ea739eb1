import type { Application } from "@bowline/sdk";
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { bowline } from "../../api/bowline.ts";
import { Icon } from "../../icons/icon.tsx";
import { Loaded } from "../../parts/loaded.tsx";

interface ConnectedNoticeProps {
  application: Application;
  connectionId: number;
  close(): void;
}

/** Tries the new connection, says what the application answered, and offers the next steps. */
export function ConnectedNotice({ application, connectionId, close }: ConnectedNoticeProps): ReactNode {
  const query = useQuery({
    queryKey: ["connections", "test", connectionId],
    queryFn: () => bowline.connections.test(connectionId),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Stack>
      <Loaded query={query} lines={1}>
        {({ isSuccess, message, accountLabel }) => (
          <Alert
            color={isSuccess === false ? "orange" : "teal"}
            icon={<Icon name={isSuccess === false ? "triangle-alert" : "circle-check"} />}
            role="status"
          >
            <Text size="sm">{accountLabel === null ? message : `Connected as ${accountLabel}.`}</Text>
          </Alert>
        )}
      </Loaded>
      <Text size="sm" c="dimmed">
        Next: try one of {application.name}'s tools, or choose the tools that an agent may use.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" component={Link} to="/toolsets">
          Build a toolset
        </Button>
        <Button onClick={close} data-autofocus>
          Try a tool
        </Button>
      </Group>
    </Stack>
  );
}
