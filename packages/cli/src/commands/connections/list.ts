import type { Connection } from "@bowline/sdk";
import type { ListOptions } from "../../output/output.ts";
import type { Columns } from "../../output/table.ts";
import type { Session } from "../../session.ts";

export async function listConnections(
  { bowline, output, wait }: Session,
  { app, search, ...options }: ListOptions & { app?: string; search?: string },
): Promise<void> {
  const call = bowline().connections.list({ applicationSlug: app, search });
  await wait("Reading the connections", () => output.printList(call, connectionColumns, options));
}

export const connectionColumns: Columns<Connection> = {
  id: ({ connectionId }) => connectionId,
  application: ({ applicationSlug }) => applicationSlug,
  name: ({ name }) => name,
  status: ({ status }) => status,
  default: ({ isDefault }) => isDefault,
  account: ({ accountLabel }) => accountLabel,
};
