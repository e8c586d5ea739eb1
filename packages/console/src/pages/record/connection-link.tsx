import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { connectionsQuery } from "../../api/connections.ts";

interface ConnectionLinkProps {
  connectionId: number | null;
  children: ReactNode;
  /** What stands there for everybody but its owner, who alone sees it, and when it is deleted. */
  otherwise: ReactNode;
}

/** Leads to the very connection of a call: others may have the same name. */
export function ConnectionLink({ connectionId, children, otherwise }: ConnectionLinkProps): ReactNode {
  const { data: own = [] } = useQuery({ ...connectionsQuery, enabled: connectionId !== null });
  return own.some((connection) => connection.connectionId === connectionId) ? (
    <Link to="/connections" search={{ connection: String(connectionId) }}>
      {children}
    </Link>
  ) : (
    otherwise
  );
}
