import { defineApplication } from "@bowline/catalog/application";
import { readingTools } from "./reading.ts";
import { writingTools } from "./writing.ts";

export const application = defineApplication({
  slug: "outlook",
  name: "Outlook",
  description: "Search, read, write, send and file the e-mail of a Microsoft account.",
  categories: ["email", "communication"],
  websiteUrl: "https://outlook.com",
  documentationUrl: "https://learn.microsoft.com/en-us/graph/api/resources/mail-api-overview",
  environments: [{ name: "production", serverUrl: "https://graph.microsoft.com/v1.0" }],
  authentications: [
    {
      type: "oauth2",
      key: "microsoft",
      name: "Microsoft account",
      provider: "microsoft",
      scopes: {
        "Mail.ReadWrite": "Read, change and delete e-mail.",
        "Mail.Read": "Read e-mail.",
        "Mail.Send": "Send e-mail.",
        "User.Read": "Read the user's profile.",
      },
      oauth2: { defaultScopes: ["Mail.ReadWrite", "Mail.Send", "User.Read"] },
    },
  ],
  test: { operation: "profile_get", labelPath: "/userPrincipalName" },
  objects: [{ kind: "folder", operation: "folders_list", namePath: "/id", labelPath: "/displayName" }],
  tools: [...readingTools, ...writingTools],
});
