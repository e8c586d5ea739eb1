import type { Approval } from "@bowline/sdk";
import { useQuery } from "@tanstack/react-query";
import { identityQuery } from "../../api/identity.ts";
import { membersQuery } from "../../api/members.ts";

const verbs: Record<Approval["status"], string> = {
  waiting: "decided",
  approved: "approved",
  denied: "denied",
  used: "approved",
  expired: "decided",
};

interface DecisionWords {
  /** Writes `denied by Robin Example`, without the name when it is not known. */
  describe(approval: Approval): string;
  /** Whether another person decided. False when that is not known. */
  isByAnother(approval: Approval): boolean;
}

/** Who decided, in words. Names of others are known to Admins. */
export function useDecisionWords(): DecisionWords {
  const { data: identity } = useQuery(identityQuery);
  const { data: members = [] } = useQuery({ ...membersQuery, enabled: identity?.role === "Admin" });
  const findDecider = ({ decidedByAccountUserId }: Approval) =>
    members.find(({ accountUserId }) => accountUserId === decidedByAccountUserId);
  return {
    describe(approval) {
      const decider = findDecider(approval);
      return `${verbs[approval.status]}${decider === undefined ? "" : ` by ${decider.fullName}`}`;
    },
    isByAnother(approval) {
      const decider = findDecider(approval);
      return decider !== undefined && decider.email !== identity?.email;
    },
  };
}
