import { defineApplication } from "@bowline/catalog/application";
import { databaseTools } from "./databases.ts";
import { projectTools } from "./projects.ts";

export const application = defineApplication({
  slug: "neon",
  name: "Neon",
  description: "Create, branch, restore and look up PostgreSQL databases at Neon.",
  categories: ["databases", "developer-tools"],
  websiteUrl: "https://neon.com",
  documentationUrl: "https://neon.com/docs/reference/api-reference",
  icon: { simpleIcons: "neon" },
  environments: [{ name: "production", serverUrl: "https://console.neon.tech/api/v2" }],
  authentications: [
    {
      type: "bearer",
      key: "apiKey",
      name: "API key",
      description:
        "Create it at https://console.neon.tech/app/settings/api-keys. It may be of a person, an organization or a project.",
    },
  ],
  test: { operation: "projects_list", input: { limit: 1 } },
  objects: [{ kind: "project", operation: "projects_list", namePath: "/id", labelPath: "/name" }],
  tools: [...projectTools, ...databaseTools],
});
