import { defineApplication } from "@bowline/catalog/application";
import { fileTools } from "./files.ts";
import { sharingTools } from "./sharing.ts";
import { uploadTools } from "./uploads.ts";

export const application = defineApplication({
  slug: "google-drive",
  name: "Google Drive",
  description: "Find, read, upload, organize and share files in Google Drive.",
  categories: ["files", "productivity"],
  websiteUrl: "https://drive.google.com",
  documentationUrl: "https://developers.google.com/workspace/drive/api/reference/rest/v3",
  icon: { simpleIcons: "googledrive" },
  environments: [{ name: "production", serverUrl: "https://www.googleapis.com/drive/v3" }],
  authentications: [
    {
      type: "oauth2",
      key: "google",
      name: "Google account",
      provider: "google",
      scopes: {
        "https://www.googleapis.com/auth/drive": "Read, change and delete all files.",
        "https://www.googleapis.com/auth/drive.readonly": "Read all files.",
        "https://www.googleapis.com/auth/drive.file":
          "Only the files that this application created or opened.",
      },
      oauth2: { defaultScopes: ["https://www.googleapis.com/auth/drive"] },
    },
  ],
  test: { operation: "about_get", labelPath: "/user/emailAddress" },
  objects: [{ kind: "file", operation: "files_list", namePath: "/id", labelPath: "/name" }],
  tools: [...fileTools, ...uploadTools, ...sharingTools],
});
