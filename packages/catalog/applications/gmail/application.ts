import { defineApplication } from "@bowline/catalog/application";
import { labelTools } from "./labels.ts";
import { messageTools } from "./messages.ts";
import { sendingTools } from "./sending.ts";
import { threadTools } from "./threads.ts";

export const application = defineApplication({
  slug: "gmail",
  name: "Gmail",
  description: "Search, read, label, write and send the e-mail of a Google account.",
  categories: ["email", "communication"],
  websiteUrl: "https://mail.google.com",
  documentationUrl: "https://developers.google.com/workspace/gmail/api/reference/rest",
  icon: { simpleIcons: "gmail" },
  environments: [{ name: "production", serverUrl: "https://gmail.googleapis.com/gmail/v1" }],
  authentications: [
    {
      type: "oauth2",
      key: "google",
      name: "Google account",
      provider: "google",
      scopes: {
        "https://www.googleapis.com/auth/gmail.modify":
          "Read, write, send and label e-mail, and move it to Trash.",
        "https://www.googleapis.com/auth/gmail.readonly": "Read e-mail and settings.",
        "https://www.googleapis.com/auth/gmail.compose": "Manage drafts and send e-mail.",
        "https://www.googleapis.com/auth/gmail.send": "Send e-mail.",
        "https://www.googleapis.com/auth/gmail.labels": "Manage labels.",
      },
      oauth2: { defaultScopes: ["https://www.googleapis.com/auth/gmail.modify"] },
    },
  ],
  test: { operation: "profile_get", labelPath: "/emailAddress" },
  objects: [{ kind: "label", operation: "labels_list", namePath: "/id", labelPath: "/name" }],
  tools: [...sendingTools, ...messageTools, ...threadTools, ...labelTools],
});
