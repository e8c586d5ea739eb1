import type { Execution } from "@bowline/sdk";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { readOwnAccountUserId } from "../../session/access-token.ts";

interface ConnectionLinkProps {
  record: Pick<Execution, "accountUserId" | "connectionId" | "names">;
  children: ReactNode;
  /** What stands there for everybody but its owner, who alone sees it, and when it is deleted. */
  otherwise: ReactNode;
}

/** Leads to the very connection of a call: others may have the same name. */
export const ConnectionLink = ({ record, children, otherwise }: ConnectionLinkProps): ReactNode => {
  const { accountUserId, connectionId, names } = record;
  return accountUserId === readOwnAccountUserId() && connectionId !== null && names.connection !== null ? (
    <Link to="/connections" search={{ connection: String(connectionId) }}>
      {children}
    </Link>
  ) : (
    otherwise
  );
};
