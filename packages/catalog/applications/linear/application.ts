import { defineApplication } from "@bowline/catalog/application";
import { discussionTools } from "./discussion.ts";
import { issueTools } from "./issues.ts";
import { workspaceTools } from "./workspace.ts";

export const application = defineApplication({
  slug: "linear",
  name: "Linear",
  description: "Find, create and change issues, comments and projects in Linear.",
  categories: ["project-management", "developer-tools"],
  websiteUrl: "https://linear.app",
  documentationUrl: "https://linear.app/developers/graphql",
  icon: { simpleIcons: "linear" },
  environments: [{ name: "production", serverUrl: "https://api.linear.app" }],
  authentications: [
    {
      type: "oauth2",
      key: "oauth",
      name: "Linear account",
      provider: "linear",
      scopes: {
        read: "Read everything that the user sees.",
        write: "Change what the user may change.",
        "issues:create": "Create issues and their attachments.",
        "comments:create": "Create comments.",
      },
      oauth2: { defaultScopes: ["read", "write", "issues:create", "comments:create"] },
    },
    {
      type: "apiKey",
      key: "apiKey",
      name: "Personal API key",
      description: "Create it at https://linear.app/settings/account/security, under Personal API keys.",
      header: "Authorization",
    },
  ],
  test: { operation: "viewer_get", labelPath: "/data/viewer/email" },
  objects: [{ kind: "team", operation: "teams_list", namePath: "/key", labelPath: "/name" }],
  // https://linear.app/developers/graphql#errors
  failure: {
    path: "/errors",
    exists: true,
    messagePath: ["/errors/0/extensions/userPresentableMessage", "/errors/0/message"],
    codePath: "/errors/0/extensions/code",
    kinds: {
      authorizationExpired: ["AUTHENTICATION_ERROR"],
      missingScope: ["FORBIDDEN"],
      rateLimited: ["RATELIMITED"],
      downstreamUnavailable: ["INTERNAL_SERVER_ERROR"],
    },
  },
  tools: [...issueTools, ...discussionTools, ...workspaceTools],
});
