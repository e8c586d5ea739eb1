import { defineApplication } from "@bowline/catalog/application";
import { issueTools } from "./issues.ts";
import { organizationTools } from "./organization.ts";

export const application = defineApplication({
  slug: "sentry",
  name: "Sentry",
  description: "Find, read, resolve and assign errors, and look at releases and projects, in Sentry.",
  categories: ["monitoring", "developer-tools"],
  websiteUrl: "https://sentry.io",
  documentationUrl: "https://docs.sentry.io/api/",
  icon: { simpleIcons: "sentry" },
  environments: [
    { name: "production", serverUrl: "https://sentry.io/api/0" },
    { name: "eu", serverUrl: "https://de.sentry.io/api/0" },
  ],
  authentications: [
    {
      type: "bearer",
      key: "token",
      name: "Auth token",
      description:
        "Create an internal integration or a personal token under Settings, with the scopes that the tools need. Data in the EU: environment `eu`.",
    },
  ],
  test: { operation: "organizations_list", labelPath: "/0/slug" },
  objects: [{ kind: "organization", operation: "organizations_list", namePath: "/slug", labelPath: "/name" }],
  tools: [...issueTools, ...organizationTools],
});
