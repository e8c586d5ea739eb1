import { defineApplication } from "@bowline/catalog/application";
import { projectTools } from "./projects.ts";
import { taskTools } from "./tasks.ts";

export const application = defineApplication({
  slug: "todoist",
  name: "Todoist",
  description: "Find, create, change and finish tasks in Todoist.",
  categories: ["productivity"],
  websiteUrl: "https://www.todoist.com",
  documentationUrl: "https://developer.todoist.com/api/v1/",
  icon: { simpleIcons: "todoist" },
  environments: [{ name: "production", serverUrl: "https://api.todoist.com/api/v1" }],
  authentications: [
    {
      type: "oauth2",
      key: "oauth",
      name: "Todoist account",
      provider: "todoist",
      scopes: {
        "data:read_write": "Read and change tasks, projects and labels.",
        "data:read": "Read tasks, projects and labels.",
        "data:delete": "Delete tasks.",
        "task:add": "Add tasks.",
      },
      oauth2: { defaultScopes: ["data:read_write", "data:delete"] },
    },
    {
      type: "bearer",
      key: "token",
      name: "API token",
      description: "Copy it under Settings, Integrations, Developer.",
    },
  ],
  test: { operation: "user_get", labelPath: "/email" },
  objects: [{ kind: "project", operation: "projects_list", namePath: "/id", labelPath: "/name" }],
  tools: [...taskTools, ...projectTools],
});
