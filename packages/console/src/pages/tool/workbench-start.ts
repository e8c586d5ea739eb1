import type { Connection, Tool, ToolExecuteRequest, Toolset } from "@bowline/sdk";

/** What a tool's page begins with. */
export interface WorkbenchStart {
  tool: Tool;
  /** All of the person's connections. */
  connections: Connection[];
  /** The toolset that the tool is run through. */
  toolset: Toolset | null;
  initialConnectionId: number | null;
  /** The request of a record, to run it again. */
  initialRequest: ToolExecuteRequest | null;
  /** Which visit of the page with that record it is. Null: there is no record. */
  visit: string | null;
}
