import { dropApiHints } from "@bowline/contract/drop-api-hints";
import type { Connection } from "@bowline/sdk";
import { Badge } from "@mantine/core";
import type { ReactNode } from "react";
import { Tooltip } from "./tooltip.tsx";

const looks: Record<Connection["status"], { label: string; color: string }> = {
  active: { label: "Active", color: "teal" },
  expired: { label: "Expired", color: "orange" },
  revoked: { label: "Revoked", color: "red" },
  error: { label: "Error", color: "red" },
};

/** A connection's status as a badge; the reason is its tooltip. */
export function ConnectionStatus({
  connection: { status, statusReason },
}: {
  connection: Pick<Connection, "status" | "statusReason">;
}): ReactNode {
  const { label, color } = looks[status];
  const badge = <Badge color={color}>{label}</Badge>;
  return statusReason === null ? badge : <Tooltip label={dropApiHints(statusReason)}>{badge}</Tooltip>;
}
