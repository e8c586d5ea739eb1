import { mcpClients } from "@bowline/sdk/mcp";
import type { Session } from "../../session.ts";

/** Lists the clients that there are instructions for. */
export function listMcpClients({ output }: Session): void {
  if (output.isJson) {
    output.printJson({ items: mcpClients });
    return;
  }
  output.printRows(mcpClients, {
    id: ({ id }) => id,
    name: ({ name }) => name,
    localhost: ({ reachesLocalhost }) => reachesLocalhost,
    "signs in": ({ signsIn }) => signsIn,
    checked: ({ checkedOn }) => checkedOn,
    "set up": ({ setUp }) => setUp,
  });
}
