import { mcpClients } from "@bowline/sdk/mcp";
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
  output.printRows(columns, mcpClients);
}
