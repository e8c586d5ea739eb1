import { Alert, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";
import { AnchorLink } from "../parts/anchor-link.tsx";
import { describeFailure, isMendedAtConnection } from "../parts/describe-failure.ts";

interface FailureViewProps {
  kind: string | null;
  /** Of the application's response, if there is one. */
  statusCode: number | null;
  message: string;
  applicationSlug: string;
  /** Set when a person has to approve the call. */
  approvalId?: string | null;
}

/** A tool that ran and failed: what happened, the application's words, what to do. */
export function FailureView({
  kind,
  statusCode,
  message,
  applicationSlug,
  approvalId = null,
}: FailureViewProps): ReactNode {
  const { title, remedy } = describeFailure(kind, statusCode);
  const isWaiting = kind === "approvalRequired";
  return (
    <Alert
      color={isWaiting ? "yellow" : "red"}
      role="alert"
      icon={<Icon name={isWaiting ? "hand" : "circle-alert"} />}
      title={title}
    >
      <Stack gap={6}>
        <Text
          size="sm"
          c="var(--mantine-color-text)"
          style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
        >
          {message}
        </Text>
        <Text size="sm" c="dimmed">
          {remedy}
        </Text>
        {isMendedAtConnection(kind) && (
          <AnchorLink
            size="sm"
            to="/applications/$slug"
            params={{ slug: applicationSlug }}
            search={{ tab: "connections" }}
          >
            Open my connections
          </AnchorLink>
        )}
        {approvalId !== null && (
          <AnchorLink size="sm" to="/approvals">
            Open the approval
          </AnchorLink>
        )}
      </Stack>
    </Alert>
  );
}
