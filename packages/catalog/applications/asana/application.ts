import { defineApplication } from "@bowline/catalog/application";
import { taskTools } from "./tasks.ts";
import { workTools } from "./work.ts";

export const application = defineApplication({
  slug: "asana",
  name: "Asana",
  description: "Find, create, change and discuss tasks and projects in Asana.",
  categories: ["project-management", "productivity"],
  websiteUrl: "https://asana.com",
  documentationUrl: "https://developers.asana.com/reference/rest-api-reference",
  icon: { simpleIcons: "asana" },
  environments: [{ name: "production", serverUrl: "https://app.asana.com/api/1.0" }],
  authentications: [
    {
      type: "oauth2",
      key: "oauth",
      name: "Asana account",
      provider: "asana",
      scopes: {
        "tasks:read": "Read tasks.",
        "tasks:write": "Create and change tasks.",
        "tasks:delete": "Delete tasks.",
        "projects:read": "Read projects.",
        "projects:write": "Create and change projects.",
        "stories:read": "Read comments.",
        "stories:write": "Write comments.",
        "users:read": "Read people's names and addresses.",
        "workspaces:read": "Read workspaces.",
      },
    },
    {
      type: "bearer",
      key: "token",
      name: "Personal access token",
      description: "Create it at https://app.asana.com/0/my-apps.",
    },
  ],
  test: { operation: "users_me_get", labelPath: "/data/email" },
  objects: [{ kind: "workspace", operation: "workspaces_list", namePath: "/gid", labelPath: "/name" }],
  tools: [...taskTools, ...workTools],
});
