import type { Execution } from "@bowline/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { identityQuery } from "../../api/identity.ts";

interface ConnectionLinkProps {
  record: Pick<Execution, "connectionId" | "names">;
  children: ReactNode;
  /** What stands there for everybody but its owner, who alone sees it, and when it is deleted. */
  otherwise: ReactNode;
}

/** Leads to the very connection of a call: others may have the same name. The owner is known by the name, which costs no call. */
export function ConnectionLink({ record, children, otherwise }: ConnectionLinkProps): ReactNode {
  const { connectionId, names } = record;
  const { data: identity } = useQuery(identityQuery);
  const isMine = identity !== undefined && identity.fullName === names.member;
  return isMine && connectionId !== null && names.connection !== null ? (
    <Link to="/connections" search={{ connection: String(connectionId) }}>
      {children}
    </Link>
  ) : (
    otherwise
  );
}
