import type { Execution } from "@bowline/sdk";
import { Alert, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "../../icons/icon.tsx";
import { describeFailure, isMendedAtConnection } from "../../parts/describe-failure.ts";
import { ConnectionLink } from "./connection-link.tsx";

/** Why a call failed, and what to do about it. */
export function RecordFailure({ record }: { record: Execution }): ReactNode {
  const { isSuccess, failureKind, errorMessage, statusCode } = record;
  if (isSuccess) {
    return null;
  }
  const { title, remedy } = describeFailure(failureKind, statusCode);
  return (
    <Alert color="red" icon={<Icon name="circle-alert" />} title={title}>
      <Stack gap={6}>
        {errorMessage !== null && (
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {errorMessage}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {remedy}{" "}
          {isMendedAtConnection(failureKind) && (
            <ConnectionLink record={record} otherwise={null}>
              Open the connection
            </ConnectionLink>
          )}
        </Text>
      </Stack>
    </Alert>
  );
}
