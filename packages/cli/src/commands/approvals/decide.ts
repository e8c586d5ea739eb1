import type { Session } from "../../session.ts";
import { approvalColumns } from "./list.ts";

export async function approve({ bowline, output, wait }: Session, approvalId: string): Promise<void> {
  const approval = await wait("Approving", () => bowline().approvals.approve(approvalId));
  output.printRecord(approval, approvalColumns);
}

export async function deny(
  { bowline, output, wait }: Session,
  approvalId: string,
  { reason }: { reason?: string },
): Promise<void> {
  const approval = await wait("Denying", () => bowline().approvals.deny(approvalId, { reason }));
  output.printRecord(approval, { ...approvalColumns, reason: (one) => one.reason });
}
