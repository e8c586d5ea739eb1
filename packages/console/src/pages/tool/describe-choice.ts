import type { Connection, Tool, Toolset } from "@bowline/sdk";

/** Which connection a run would use, and why. */
export interface ConnectionChoice {
  connection: Connection | null;
  /** A sentence for the person. */
  reason: string;
  /** The run would be refused. */
  isMissing: boolean;
}

interface ChoiceFacts {
  tool: Pick<Tool, "applicationName" | "applicationSlug" | "requiresConnection" | "slug">;
  /** The person's connections to the application. */
  connections: Connection[];
  /** The connection that was chosen on the page. */
  connectionId: number | null;
  /** The toolset that the page runs the tool through. */
  toolset: Toolset | null;
}

/** Finds the connection as the server does (contract, "Connection resolution order"), to say it before a run. */
export function describeChoice({ tool, connections, connectionId, toolset }: ChoiceFacts): ConnectionChoice {
  const found = (connection: Connection | undefined, reason: string): ConnectionChoice | null =>
    connection === undefined ? null : { connection, reason, isMissing: false };
  const byId = (id: number) => connections.find((connection) => connection.connectionId === id);
  if (connectionId !== null) {
    const chosen = found(byId(connectionId), "because you chose it");
    if (chosen !== null) {
      return chosen;
    }
  }
  const permitted = (toolset?.connections ?? []).filter(
    (entry) => entry.applicationSlug === tool.applicationSlug && entry.toolSlugs.includes(tool.slug),
  );
  if (permitted.length > 1) {
    return {
      connection: null,
      reason: `The toolset has ${permitted.length} connections for this tool. Choose one.`,
      isMissing: true,
    };
  }
  const ofToolset = permitted[0] && found(byId(permitted[0].connectionId), "because the toolset has it");
  const ofPerson = found(
    connections.find(({ isDefault }) => isDefault),
    `because it is your default for ${tool.applicationName}`,
  );
  if (ofToolset ?? ofPerson) {
    return (ofToolset ?? ofPerson) as ConnectionChoice;
  }
  if (!tool.requiresConnection) {
    return { connection: null, reason: "This tool needs no connection.", isMissing: false };
  }
  return {
    connection: null,
    reason:
      connections.length === 0
        ? `You have no connection to ${tool.applicationName} yet.`
        : `You have no default connection to ${tool.applicationName}. Choose one.`,
    isMissing: true,
  };
}

export const nameConnection = ({ name, accountLabel }: Connection): string =>
  accountLabel === null || accountLabel === name ? name : `${name} (${accountLabel})`;
