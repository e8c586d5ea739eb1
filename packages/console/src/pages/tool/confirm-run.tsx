import type { Tool } from "@bowline/sdk";
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Confirm } from "../../parts/confirm.tsx";

interface ConfirmRunProps {
  tool: Tool;
  /** Null: it is not known. */
  connectionName: string | null;
  isOpen: boolean;
  close(): void;
  run(): Promise<void>;
}

/** Asks before a run that may destroy something. */
export function ConfirmRun({ tool, connectionName, isOpen, close, run }: ConfirmRunProps): ReactNode {
  return (
    <Confirm isOpen={isOpen} close={close} title={`Run “${tool.name}”?`} action="Run" run={run}>
      <Text size="sm">
        This tool may delete or overwrite data at {tool.applicationName}
        {connectionName === null ? "" : `, with the connection ${connectionName}`}. It cannot be undone from
        here. A dry run shows the request first.
      </Text>
    </Confirm>
  );
}
