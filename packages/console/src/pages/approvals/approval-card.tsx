import { type Approval, ConflictError } from "@bowline/sdk";
import { Badge, Button, Group, Modal, Paper, Stack, Text, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { Icon } from "../../icons/icon.tsx";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { findEntryBeside } from "../../parts/find-entry-beside.ts";
import { HintBadges } from "../../parts/hint-badges.tsx";
import { Problem } from "../../parts/problem.tsx";
import { writeVisibleJson } from "../../parts/show-hidden.ts";
import { When } from "../../parts/when.tsx";
import { readOwnAccountUserId } from "../../session/access-token.ts";
import { describeDecision } from "./describe-decision.ts";

const looks: Record<Approval["status"], { label: string; color: string }> = {
  waiting: { label: "Waiting", color: "orange" },
  approved: { label: "Approved", color: "teal" },
  denied: { label: "Denied", color: "red" },
  used: { label: "Approved and run", color: "teal" },
  expired: { label: "Expired", color: "gray" },
};

/** Characters of an input that are shown at first. */
const longInput = 20_000;
const mono = { fontFamily: "var(--mantine-font-family-monospace)" };

/** One call with its exact input, and the decision. */
export function ApprovalCard({ approval }: { approval: Approval }): ReactNode {
  const { status, toolSlug, toolsetId, input, requestedDate, expiresDate, decidedDate, reason } = approval;
  const { tool, names, digest } = approval;
  const text = useMemo(() => writeVisibleJson(input), [input]);
  const [isAllShown, setIsAllShown] = useState(false);
  const isWhole = isAllShown || text.length <= longInput;
  // An Admin decides calls of services, but sees only their own toolsets.
  const isOwn = approval.accountUserId === readOwnAccountUserId();
  const { label, color } = looks[status];
  return (
    <Paper p="md" component="li">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <Group gap="md" wrap="nowrap" align="flex-start" miw={0} flex="1 1 240px">
            {tool !== null && <ApplicationIcon slug={tool.applicationSlug} />}
            <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
              <Group gap="xs">
                <Text fw={600} component="h2" fz="md">
                  {tool === null ? (
                    toolSlug
                  ) : (
                    <Link to="/tools/$toolSlug" params={{ toolSlug }}>
                      {tool.name}
                    </Link>
                  )}
                </Text>
                {tool !== null && <HintBadges tool={{ ...tool, isDeprecated: false }} />}
              </Group>
              <Text size="sm">
                Asked by an agent of <bdi>{names.member ?? "a deleted member"}</bdi>
                {names.connection !== null && (
                  <>
                    , through <bdi>{names.connection}</bdi>
                  </>
                )}
                . Held back by{" "}
                {isOwn ? (
                  <Link to="/toolsets/$toolsetId" params={{ toolsetId }}>
                    <bdi>{names.toolset}</bdi>
                  </Link>
                ) : (
                  <bdi>{names.toolset ?? "a toolset"}</bdi>
                )}
                .
              </Text>
              <Text size="sm" c="dimmed">
                Asked <When date={requestedDate} />
                {status === "waiting" && (
                  <>
                    {" "}
                    · counts as denied <When date={expiresDate} />
                  </>
                )}
                {decidedDate !== null && (
                  <>
                    {" "}
                    · <bdi>{describeDecision(approval)}</bdi> <When date={decidedDate} />
                  </>
                )}
              </Text>
            </div>
          </Group>
          <Badge color={color}>{label}</Badge>
        </Group>
        <CodeBlock code={isWhole ? text : text.slice(0, longInput)} label="Copy input" maxHeight={360} />
        {!isWhole && (
          <Group gap="sm">
            <Text size="sm" fw={550}>
              Only the beginning is shown, of {text.length.toLocaleString("en")} characters.
            </Text>
            <Button size="xs" variant="default" onClick={() => setIsAllShown(true)}>
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

interface DecisionProps {
  approval: Approval;
  /** Whether the whole input is shown. Nobody approves what they could not read. */
  isWhole: boolean;
}

function Decision({ approval: { approvalId, tool }, isWhole }: DecisionProps): ReactNode {
  const [isDenying, setIsDenying] = useState(false);
  const [reason, setReason] = useState("");
  const queryClient = useQueryClient();
  const buttons = useRef<HTMLDivElement>(null);
  const refresh = async () => {
    const beside = findEntryBeside(buttons.current);
    await queryClient.invalidateQueries({ queryKey: ["approvals"] });
    // The buttons are gone with the card. The focus goes to the name of the next call, never to the button that approves it.
    if (document.activeElement === document.body) {
      const next = beside?.isConnected ? beside.querySelector<HTMLElement>("h2 a, button") : null;
      (next ?? document.getElementById("content"))?.focus({ preventScroll: next === null });
    }
  };
  // The card leaves the list of those that wait, so this is said beside it.
  const tellWhoWasFirst = (current: Approval) =>
    notifications.show({
      color: "orange",
      title: "Somebody was faster",
      message: `The call was ${describeDecision(current)}${current.reason === null ? "." : `: ${current.reason}`}`,
    });
  const onError = async (failure: unknown) => {
    if (failure instanceof ConflictError) {
      setIsDenying(false);
      tellWhoWasFirst(await bowline.approvals.get(approvalId));
    }
  };
  const approving = useMutation({
    mutationFn: () => bowline.approvals.approve(approvalId),
    onSuccess: (current) => {
      if (current.decidedByAccountUserId !== readOwnAccountUserId()) {
        tellWhoWasFirst(current);
      }
    },
    onError,
    onSettled: refresh,
  });
  const denying = useMutation({
    mutationFn: () => bowline.approvals.deny(approvalId, { reason: reason.trim() || null }),
    onSuccess: () => setIsDenying(false),
    onError,
    onSettled: refresh,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    denying.mutate();
  };
  // Until the decision has arrived, the reason may be needed once more.
  const leave = () => {
    if (!denying.isPending) {
      denying.reset();
      setIsDenying(false);
    }
  };
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
      <Modal opened={isDenying} onClose={leave} title="Deny the call">
        <form onSubmit={submit}>
          <Stack>
            <Textarea
              label="Reason"
              description="The agent reads it. It may be empty."
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              autosize
              minRows={2}
              maxRows={8}
              maxLength={1000}
              data-autofocus
            />
            {denying.error !== null && <Problem error={denying.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={leave} disabled={denying.isPending}>
                Cancel
              </Button>
              <Button type="submit" color="red" loading={denying.isPending}>
                Deny
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
