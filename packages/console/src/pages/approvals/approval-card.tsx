import { escapeHidden } from "@bowline/contract/hidden-characters";
import type { Approval } from "@bowline/sdk";
import { Badge, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { wholeInputQuery } from "../../api/approvals.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Problem } from "../../parts/problem.tsx";
import { writeVisibleJson } from "../../parts/show-hidden.ts";
import { ApprovalFacts } from "./approval-facts.tsx";
import { Decision } from "./decision.tsx";

const looks: Record<Approval["status"], { label: string; color: string }> = {
  waiting: { label: "Waiting", color: "orange" },
  approved: { label: "Approved", color: "teal" },
  denied: { label: "Denied", color: "red" },
  used: { label: "Approved and run", color: "teal" },
  expired: { label: "Expired", color: "gray" },
};

const mono = { fontFamily: "var(--mantine-font-family-monospace)" };

/** One call with its exact input, and the decision. The whole of a long input is shown on request. */
export function ApprovalCard({ approval }: { approval: Approval }): ReactNode {
  const { status, tool, input, isInputCut, digest, reason } = approval;
  const [isAllWanted, setIsAllWanted] = useState(false);
  const whole = useQuery({ ...wholeInputQuery(approval.approvalId), enabled: isInputCut && isAllWanted });
  const isWhole = !isInputCut || whole.data !== undefined;
  const shown = isInputCut ? whole.data : input;
  const text = useMemo(
    () => (isWhole ? writeVisibleJson(shown) : `${escapeHidden(String(input))}…`),
    [isWhole, shown, input],
  );
  const { label, color } = looks[status];
  return (
    <Paper p="md" component="li">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <ApprovalFacts approval={approval} />
          <Badge color={color}>{label}</Badge>
        </Group>
        <CodeBlock code={text} label="Copy input" maxHeight={360} />
        {whole.error !== null && (
          <Problem error={whole.error} retry={() => whole.refetch()} isTrying={whole.isFetching} />
        )}
        {!isWhole && (
          <Group gap="sm">
            <Text size="sm" fw={550}>
              Only the beginning is shown.
            </Text>
            <Button
              size="xs"
              variant="default"
              loading={whole.isFetching}
              onClick={() => (isAllWanted ? whole.refetch() : setIsAllWanted(true))}
            >
              Show the whole input
            </Button>
          </Group>
        )}
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          SHA-256 of the request: <span style={mono}>{digest}</span>
        </Text>
        {reason !== null && (
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            Reason: <bdi>{reason}</bdi>
          </Text>
        )}
        {status === "waiting" && tool === null && (
          <Text size="sm" fw={550}>
            This call cannot run: its tool is hidden or no longer there.
          </Text>
        )}
        {status === "waiting" && <Decision approval={approval} isWhole={isWhole} />}
      </Stack>
    </Paper>
  );
}
