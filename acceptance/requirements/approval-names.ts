import { type Requirement, stated } from "./requirement.ts";

/** What the person who decides learns of a call. */
export const approvalNameRequirements: Requirement[] = stated("D66", {
  "approvals.names":
    "An approval's record says whose call it is, which toolset holds it back, what the tool is called and does, and who decided.",
});
