import type { Connection, Tool } from "@bowline/sdk";
import { Select, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { AnchorLink } from "../../parts/anchor-link.tsx";
import { mostChoices } from "../../parts/most-choices.ts";
import { type ConnectionChoice, nameConnection } from "./describe-choice.ts";

interface ConnectionChooserProps {
  tool: Tool;
  connections: Connection[];
  choice: ConnectionChoice;
  connectionId: number | null;
  /** A person has to approve the call first. */
  needsApproval: boolean;
  onChange(connectionId: number | null): void;
}

const automatic = "automatic";

/** Chooses the connection of a run, and says which one would be used and why. */
export function ConnectionChooser(props: ConnectionChooserProps): ReactNode {
  const { tool, connections, choice, connectionId, needsApproval, onChange } = props;
  const data = [
    { value: automatic, label: "Automatic" },
    ...connections.map((connection) => ({
      value: String(connection.connectionId),
      label: `${nameConnection(connection)}${connection.status === "active" ? "" : ` · ${connection.status}`}`,
    })),
  ];
  return (
    <div>
      {connections.length > 0 && (
        <Select
          label="Connection"
          data={data}
          value={connectionId === null ? automatic : String(connectionId)}
          onChange={(value) => onChange(value === null || value === automatic ? null : Number(value))}
          searchable={connections.length > 8}
          limit={mostChoices}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
      )}
      <Text
        size="xs"
        mt={connections.length > 0 ? 6 : 0}
        c={choice.isMissing ? "var(--mantine-color-error)" : "dimmed"}
        aria-live="polite"
        style={{ overflowWrap: "anywhere" }}
      >
        {choice.connection === null ? (
          choice.reason
        ) : (
          <>
            Will use <strong>{nameConnection(choice.connection)}</strong> {choice.reason}.
          </>
        )}{" "}
        {needsApproval && "The toolset wants a person to approve the call first. "}
        {choice.isMissing && (
          <AnchorLink
            inherit
            underline="always"
            to="/applications/$slug"
            params={{ slug: tool.applicationSlug }}
            search={{ connect: "choose" }}
          >
            Connect {tool.applicationName}
          </AnchorLink>
        )}
      </Text>
    </div>
  );
}
