import { type Approval, ConflictError } from "@bowline/sdk";
import { Badge, Button, Group, Modal, Paper, Skeleton, Stack, Text, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { connectionsQuery } from "../../api/connections.ts";
import { toolQuery } from "../../api/tools.ts";
import { Icon } from "../../icons/icon.tsx";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { HintBadges } from "../../parts/hint-badges.tsx";
import { Problem } from "../../parts/problem.tsx";
import { When } from "../../parts/when.tsx";
import { useDecisionWords } from "./use-decision-words.ts";

const looks: Record<Approval["status"], { label: string; color: string }> = {
  waiting: { label: "Waiting", color: "orange" },
  approved: { label: "Approved", color: "teal" },
  denied: { label: "Denied", color: "red" },
  used: { label: "Approved and run", color: "teal" },
  expired: { label: "Expired", color: "gray" },
};

/** One call with its exact input, and the decision. */
export function ApprovalCard({ approval }: { approval: Approval }): ReactNode {
  const { status, toolSlug, connectionId, input, requestedDate, expiresDate, decidedDate, reason } = approval;
  const { data: tool, isPending: isToolPending } = useQuery(toolQuery(toolSlug));
  const { data: connections, isPending: areConnectionsPending } = useQuery(connectionsQuery);
  const connection = connections?.find((one) => one.connectionId === connectionId);
  const { describe } = useDecisionWords();
  const { label, color } = looks[status];
  if (isToolPending || areConnectionsPending) {
    // Their names and hints would push the rest down.
    return <Skeleton component="li" height={190} radius="lg" />;
  }
  return (
    <Paper p="md" component="li">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <Group gap="md" wrap="nowrap" miw={0}>
            {tool !== undefined && <ApplicationIcon slug={tool.applicationSlug} />}
            <div style={{ minWidth: 0 }}>
              <Group gap="xs">
                <Text fw={600} component="h2" fz="md">
                  <Link to="/tools/$toolSlug" params={{ toolSlug }}>
                    {tool?.name ?? toolSlug}
                  </Link>
                </Text>
                {tool !== undefined && <HintBadges tool={tool} />}
              </Group>
              <Text size="sm" c="dimmed">
                {connection === undefined ? "" : `Through ${connection.name} · `}asked{" "}
                <When date={requestedDate} />
                {status === "waiting" && (
                  <>
                    {" "}
                    · counts as denied <When date={expiresDate} />
                  </>
                )}
                {decidedDate !== null && (
                  <>
                    {" "}
                    · {describe(approval)} <When date={decidedDate} />
                  </>
                )}
              </Text>
            </div>
          </Group>
          <Badge color={color}>{label}</Badge>
        </Group>
        <CodeBlock code={JSON.stringify(input, null, 2)} label="Copy input" />
        {reason !== null && <Text size="sm">Reason: {reason}</Text>}
        {status === "waiting" && <Decision approval={approval} />}
      </Stack>
    </Paper>
  );
}

function Decision({ approval: { approvalId } }: { approval: Approval }): ReactNode {
  const [isDenying, setIsDenying] = useState(false);
  const [reason, setReason] = useState("");
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ["approvals"] });
  const { describe, isByAnother } = useDecisionWords();
  // The card leaves the list of those that wait, so this is said beside it.
  const tellWhoWasFirst = (current: Approval) =>
    notifications.show({
      color: "orange",
      title: "Somebody was faster",
      message: `The call was ${describe(current)}${current.reason === null ? "." : `: ${current.reason}`}`,
    });
  const onError = async (failure: unknown) => {
    if (failure instanceof ConflictError) {
      tellWhoWasFirst(await bowline.approvals.get(approvalId));
    }
  };
  const approving = useMutation({
    mutationFn: () => bowline.approvals.approve(approvalId),
    onSuccess: (current) => {
      if (isByAnother(current)) {
        tellWhoWasFirst(current);
      }
    },
    onError,
    onSettled: refresh,
  });
  const denying = useMutation({
    mutationFn: () => bowline.approvals.deny(approvalId, { reason: reason.trim() || null }),
    onError,
    onSettled: refresh,
  });
  const error = approving.error ?? denying.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    denying.mutate();
    setIsDenying(false);
  };
  return (
    <>
      {error !== null && <Problem error={error} />}
      <Group gap="xs">
        <Button
          onClick={() => approving.mutate()}
          loading={approving.isPending}
          leftSection={<Icon name="check" size={16} />}
        >
          Approve
        </Button>
        <Button variant="default" onClick={() => setIsDenying(true)} loading={denying.isPending}>
          Deny
        </Button>
        <Text size="sm" c="dimmed">
          It allows exactly this request, once.
        </Text>
      </Group>
      <Modal opened={isDenying} onClose={() => setIsDenying(false)} title="Deny the call">
        <form onSubmit={submit}>
          <Stack>
            <Textarea
              label="Reason"
              description="The agent reads it. It may be empty."
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              autosize
              minRows={2}
              data-autofocus
            />
            <Group justify="flex-end">
              <Button type="submit" color="red">
                Deny
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
