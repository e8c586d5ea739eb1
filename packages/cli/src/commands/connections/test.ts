import { ReportedFailure } from "../../errors.ts";
import type { Session } from "../../session.ts";

/** Tests the credentials. A test that fails is exit code 3, as for a tool. */
export async function testConnection(
  { bowline, output, wait }: Session,
  connectionId: number,
): Promise<void> {
  const result = await wait("Testing", () => bowline().connections.test(connectionId));
  output.printRecord(result, {
    works: ({ isSuccess }) => isSuccess ?? "unknown",
    message: ({ message }) => message,
    account: ({ accountLabel }) => accountLabel,
  });
  if (result.isSuccess === false) {
    throw new ReportedFailure(3);
  }
}
