import { defineApplication } from "@bowline/catalog/application";
import { mailTools } from "./mail.ts";
import { marketingTools } from "./marketing.ts";

export const application = defineApplication({
  slug: "sendgrid",
  name: "SendGrid",
  description:
    "Send e-mail, look at its statistics and bounces, and manage marketing contacts with SendGrid.",
  categories: ["email", "marketing"],
  websiteUrl: "https://sendgrid.com",
  documentationUrl: "https://www.twilio.com/docs/sendgrid/api-reference",
  environments: [
    { name: "production", serverUrl: "https://api.sendgrid.com/v3" },
    { name: "eu", serverUrl: "https://api.eu.sendgrid.com/v3" },
  ],
  authentications: [
    {
      type: "bearer",
      key: "apiKey",
      name: "API key",
      description:
        "Create it under Settings, API Keys, with the rights that the tools need. An account in the EU chooses the environment `eu`.",
    },
  ],
  test: { operation: "account_get", labelPath: "/username" },
  objects: [{ kind: "list", operation: "lists_list", namePath: "/id", labelPath: "/name" }],
  tools: [...mailTools, ...marketingTools],
});
