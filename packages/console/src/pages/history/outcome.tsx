import type { ExecutionSummary } from "@bowline/sdk";
import { Badge } from "@mantine/core";
import type { ReactNode } from "react";
import { describeFailure } from "../../parts/describe-failure.ts";
import { Tooltip } from "../../parts/tooltip.tsx";

/** How a call ended, as a badge. A failure's message is its tooltip. */
export function Outcome({
  execution: { isSuccess, failureKind, errorMessage },
}: {
  execution: Pick<ExecutionSummary, "isSuccess" | "failureKind" | "errorMessage">;
}): ReactNode {
  if (isSuccess) {
    return <Badge color="teal">OK</Badge>;
  }
  const badge = (
    <Badge color="red" miw={0}>
      {describeFailure(failureKind).label}
    </Badge>
  );
  return errorMessage === null ? (
    badge
  ) : (
    <Tooltip label={errorMessage} multiline maw={420}>
      {badge}
    </Tooltip>
  );
}
