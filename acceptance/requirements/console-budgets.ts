import { type Requirement, stated } from "./requirement.ts";

/** What the console needs to show a page with few requests. */
export const consoleBudgetRequirements: Requirement[] = [
  ...stated("D34", {
    "history.names":
      "A record names the member, connection, toolset and API key that it has ids of, null for what was deleted, in a list too.",
  }),
  ...stated("D55", {
    "console-token.start":
      "POST /session/token also returns the person's identity and how many calls wait for their decision.",
  }),
];
