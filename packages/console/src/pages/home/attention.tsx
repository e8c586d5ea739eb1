import type { Connection } from "@bowline/sdk";
import { Alert, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../../icons/icon.tsx";
import { AnchorLink } from "../../parts/anchor-link.tsx";

interface AttentionProps {
  /** How many calls wait for a decision. */
  waiting: number;
  connections: readonly Connection[];
}

/** Calls that wait for a decision, and connections that stopped working. */
export function Attention({ waiting, connections }: AttentionProps): ReactNode {
  const broken = connections.filter(({ status }) => status !== "active");
  if (waiting === 0 && broken.length === 0) {
    return null;
  }
  return (
    <Stack gap="sm">
      {waiting > 0 && (
        <Alert color="orange" icon={<Icon name="hand" />}>
          <AnchorLink to="/approvals" size="sm" c="var(--mantine-color-text)" fw={550}>
            {waiting === 1 ? "1 call waits for your decision" : `${waiting} calls wait for your decision`}
          </AnchorLink>
        </Alert>
      )}
      {broken.length > 0 && (
        <Alert color="red" icon={<Icon name="plug" />}>
          <AnchorLink
            to="/connections"
            search={{ status: "broken" }}
            size="sm"
            c="var(--mantine-color-text)"
            fw={550}
          >
            {broken.length === 1
              ? `The connection ${broken[0]?.name} does not work any more`
              : `${broken.length} connections do not work any more`}
          </AnchorLink>
        </Alert>
      )}
    </Stack>
  );
}
