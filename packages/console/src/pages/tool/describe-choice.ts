import { ApiError, type Connection, type Tool, type ToolResolution } from "@bowline/sdk";

/** Which connection a run would use, and why. */
export interface ConnectionChoice {
  connection: Connection | null;
  /** A sentence for the person, or the end of one that names the connection. */
  reason: string;
  /** The run would be refused. */
  isMissing: boolean;
}

interface ChoiceFacts {
  tool: Pick<Tool, "applicationName">;
  /** The person's connections to the application. */
  connections: Connection[];
  /** Whether there is a connection to find. Else the server is not asked. */
  canResolve: boolean;
  /** What the server found; undefined before that. */
  resolution: Pick<ToolResolution, "connectionId" | "resolvedBy"> | undefined;
  /** Why it found none. */
  error: unknown;
}

/** Puts into words which connection the server would use. */
export function describeChoice({
  tool,
  connections,
  canResolve,
  resolution,
  error,
}: ChoiceFacts): ConnectionChoice {
  const { applicationName } = tool;
  if (resolution === undefined) {
    const code = error instanceof ApiError ? error.errorCode : null;
    if (code === "NO_DEFAULT_CONNECTION" || !canResolve) {
      const reason =
        connections.length === 0
          ? `You have no connection to ${applicationName} yet.`
          : `You have no default connection to ${applicationName}. Choose one.`;
      return { connection: null, reason, isMissing: true };
    }
    return {
      connection: null,
      reason: error instanceof ApiError ? error.message : "",
      isMissing: code !== null,
    };
  }
  const { connectionId, resolvedBy } = resolution;
  const connection = connections.find((each) => each.connectionId === connectionId) ?? null;
  const reasons: Record<ToolResolution["resolvedBy"], string> = {
    explicit: "because you chose it",
    toolset: "because the toolset has it",
    default: `because it is your default for ${applicationName}`,
    none: "This tool needs no connection.",
  };
  return { connection, reason: reasons[resolvedBy], isMissing: false };
}

export const nameConnection = ({ name, accountLabel }: Connection): string =>
  accountLabel === null || accountLabel === name ? name : `${name} (${accountLabel})`;
