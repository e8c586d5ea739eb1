import { type Requirement, stated } from "./requirement.ts";

/** Telling two requests for an approval apart. */
export const approvalDigestRequirements: Requirement[] = stated("D66", {
  "approvals.digest":
    "An approval's record has a SHA-256 of what it shows of the request: equal requests have the same, and changed ones another.",
});
