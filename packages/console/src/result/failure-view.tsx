import { Alert, Anchor, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";
import { describeFailure, isMendedAtConnection } from "../parts/describe-failure.ts";

interface FailureViewProps {
  kind: string | null;
  message: string;
  applicationSlug: string;
  /** Set when a person has to approve the call. */
  approvalId?: string | null;
}

/** A tool that ran and failed: what happened, the application's words, what to do. */
export function FailureView({
  kind,
  message,
  applicationSlug,
  approvalId = null,
}: FailureViewProps): ReactNode {
  const { title, remedy } = describeFailure(kind);
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
          <Anchor
            size="sm"
            renderRoot={(root) => (
              <Link
                {...root}
                to="/applications/$slug"
                params={{ slug: applicationSlug }}
                search={{ tab: "connections" }}
              />
            )}
          >
            Open my connections
          </Anchor>
        )}
        {approvalId !== null && (
          <Anchor
            size="sm"
            renderRoot={(root) => <Link {...root} to="/approvals" search={{ approval: approvalId }} />}
          >
            Open the approval
          </Anchor>
        )}
      </Stack>
    </Alert>
  );
}
