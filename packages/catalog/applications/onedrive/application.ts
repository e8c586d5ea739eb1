import { defineApplication } from "@bowline/catalog/application";
import { fileTools } from "./files.ts";
import { sharingTools } from "./sharing.ts";

export const application = defineApplication({
  slug: "onedrive",
  name: "OneDrive",
  description: "Find, read, upload, organize and share files in Microsoft OneDrive.",
  categories: ["files", "productivity"],
  websiteUrl: "https://onedrive.live.com",
  documentationUrl: "https://learn.microsoft.com/en-us/graph/api/resources/onedrive",
  environments: [{ name: "production", serverUrl: "https://graph.microsoft.com/v1.0" }],
  authentications: [
    {
      type: "oauth2",
      key: "microsoft",
      name: "Microsoft account",
      provider: "microsoft",
      scopes: {
        "Files.ReadWrite": "Read and change the user's files.",
        "Files.Read": "Read the user's files.",
        "User.Read": "Read the user's profile.",
      },
      oauth2: { defaultScopes: ["Files.ReadWrite", "User.Read"] },
    },
  ],
  test: { operation: "drive_get", labelPath: "/owner/user/email" },
  objects: [
    {
      kind: "folder",
      operation: "items_list",
      input: { itemId: "root" },
      namePath: "/id",
      labelPath: "/name",
    },
  ],
  tools: [...fileTools, ...sharingTools],
});
