import type { Session } from "../../session.ts";
import { approvalColumns } from "./list.ts";

export async function showApproval({ bowline, output, wait }: Session, approvalId: string): Promise<void> {
  const approval = await wait("Reading the approval", () => bowline().approvals.get(approvalId));
  output.printRecord(approval, {
    ...approvalColumns,
    connection: ({ connectionId }) => connectionId,
    input: ({ input }) => input,
    reason: ({ reason }) => reason,
  });
}
