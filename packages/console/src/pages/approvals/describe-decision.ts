import type { Approval } from "@bowline/sdk";

const verbs: Record<Approval["status"], string> = {
  waiting: "decided",
  approved: "approved",
  denied: "denied",
  used: "approved",
  expired: "decided",
};

/** Writes `denied by Robin Example`, without the name when there is none. */
export const describeDecision = ({ status, names }: Approval): string =>
  `${verbs[status]}${names.decidedBy === null ? "" : ` by ${names.decidedBy}`}`;
