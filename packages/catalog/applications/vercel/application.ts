import { defineApplication } from "@bowline/catalog/application";
import { deploymentTools } from "./deployments.ts";
import { projectTools } from "./projects.ts";

export const application = defineApplication({
  slug: "vercel",
  name: "Vercel",
  description:
    "Look at deployments and build logs, deploy again, and set variables and domains of Vercel projects.",
  categories: ["hosting", "developer-tools"],
  websiteUrl: "https://vercel.com",
  documentationUrl: "https://vercel.com/docs/rest-api",
  icon: { simpleIcons: "vercel" },
  environments: [{ name: "production", serverUrl: "https://api.vercel.com" }],
  authentications: [
    {
      type: "bearer",
      key: "token",
      name: "Access token",
      description: "Create it at https://vercel.com/account/settings/tokens, for the teams that it may use.",
    },
  ],
  test: { operation: "user_get", labelPath: "/user/username" },
  objects: [{ kind: "project", operation: "projects_list", namePath: "/id", labelPath: "/name" }],
  tools: [...deploymentTools, ...projectTools],
});
