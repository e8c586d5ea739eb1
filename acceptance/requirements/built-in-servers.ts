import { type Requirement, stated } from "./requirement.ts";

/** Built-in applications at servers that play their providers, and the addresses of their tools. */
export const builtInServerRequirements: Requirement[] = [
  ...stated("D67", {
    "documents.emulated.slack":
      "Slack's tools list channels, send, change, find and delete messages and find people at a server that plays Slack.",
    "documents.emulated.stripe":
      "Stripe's tools create, change and list customers, payments and products at a server that plays Stripe.",
    "documents.emulated.pages": "Stripe's lists are read page by page there, as far as is asked.",
    "documents.emulated.twilio":
      "Twilio's tools send messages and verify numbers at a server that plays Twilio: the servers of its single tools move, too, and keep their paths.",
    "documents.emulated.okta": "Okta's tools create, group and suspend people at a server that plays Okta.",
    "built-in.workers":
      "With several workers the built-in applications are installed once, and every worker lists, finds and runs their tools.",
  }),
];
