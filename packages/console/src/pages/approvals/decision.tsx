import type { Approval } from "@bowline/sdk";
import { Button, Group, Text } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { Icon } from "../../icons/icon.tsx";
import { Problem } from "../../parts/problem.tsx";
import { DenyCall } from "./deny-call.tsx";
import { useDecision } from "./use-decision.ts";

interface DecisionProps {
  approval: Approval;
  /** Whether the whole input is shown. Nobody approves what they could not read. */
  isWhole: boolean;
}

/** The buttons that decide a call that waits. */
export function Decision({ approval: { approvalId, tool }, isWhole }: DecisionProps): ReactNode {
  const [isDenying, setIsDenying] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  const stopDenying = () => setIsDenying(false);
  const { approving, denying } = useDecision(approvalId, buttons, stopDenying);
  return (
    <>
      {approving.error !== null && <Problem error={approving.error} />}
      <Group gap="xs" ref={buttons}>
        {tool !== null && (
          <Button
            onClick={() => approving.mutate()}
            loading={approving.isPending}
            disabled={!isWhole}
            leftSection={<Icon name="check" size={16} />}
          >
            Approve
          </Button>
        )}
        <Button variant="default" onClick={() => setIsDenying(true)}>
          Deny
        </Button>
        {tool !== null && (
          <Text size="sm" c="dimmed">
            {isWhole
              ? "It allows exactly this request, once."
              : "Show the whole input before you approve it."}
          </Text>
        )}
      </Group>
      <DenyCall isOpen={isDenying} close={stopDenying} denying={denying} />
    </>
  );
}
