import { mcpClients } from "@bowline/sdk/mcp";
import { renderTable, renderTabs } from "../../output/table.ts";
import type { Session } from "../../session.ts";

/** Lists the clients that there are instructions for. */
export function listMcpClients({ output }: Session): void {
  if (output.isJson) {
    output.printJson({ items: mcpClients });
    return;
  }
  const columns = {
    id: ({ id }: (typeof mcpClients)[number]) => id,
    name: ({ name }: (typeof mcpClients)[number]) => name,
    localhost: ({ reachesLocalhost }: (typeof mcpClients)[number]) => reachesLocalhost,
    "signs in": ({ signsIn }: (typeof mcpClients)[number]) => signsIn,
    checked: ({ checkedOn }: (typeof mcpClients)[number]) => checkedOn,
    "set up": ({ setUp }: (typeof mcpClients)[number]) => setUp,
  };
  const width = process.stdout.columns || 80;
  output.writeLine(
    output.isTerminal ? renderTable(columns, mcpClients, width) : renderTabs(columns, mcpClients),
  );
}
