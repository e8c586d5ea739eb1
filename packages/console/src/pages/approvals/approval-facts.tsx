import type { Approval } from "@bowline/sdk";
import { Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { HintBadges } from "../../parts/hint-badges.tsx";
import { When } from "../../parts/when.tsx";
import { readOwnAccountUserId } from "../../session/access-token.ts";
import { describeDecision } from "./describe-decision.ts";

/** The tool of a call, who asked for it, what held it back, and when. */
export function ApprovalFacts({ approval }: { approval: Approval }): ReactNode {
  const { status, tool, toolSlug, toolsetId, names, requestedDate, expiresDate, decidedDate } = approval;
  // An Admin decides calls of services, but sees only their own toolsets.
  const isOwn = approval.accountUserId === readOwnAccountUserId();
  return (
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
  );
}
