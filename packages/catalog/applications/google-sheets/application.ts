import { defineApplication } from "@bowline/catalog/application";
import { recordTools } from "./records.ts";
import { sheetTools } from "./sheets.ts";
import { valueTools } from "./values.ts";

export const application = defineApplication({
  slug: "google-sheets",
  name: "Google Sheets",
  description: "Read, write and shape the cells of Google spreadsheets.",
  categories: ["spreadsheets", "productivity"],
  websiteUrl: "https://sheets.google.com",
  documentationUrl: "https://developers.google.com/workspace/sheets/api/reference/rest",
  icon: { simpleIcons: "googlesheets" },
  environments: [{ name: "production", serverUrl: "https://sheets.googleapis.com/v4" }],
  authentications: [
    {
      type: "oauth2",
      key: "google",
      name: "Google account",
      provider: "google",
      scopes: {
        "https://www.googleapis.com/auth/spreadsheets": "Read and change all spreadsheets.",
        "https://www.googleapis.com/auth/spreadsheets.readonly": "Read all spreadsheets.",
      },
      oauth2: { defaultScopes: ["https://www.googleapis.com/auth/spreadsheets"] },
    },
  ],
  tools: [...valueTools, ...recordTools, ...sheetTools],
});
