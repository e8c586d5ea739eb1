import { defineApplication } from "@bowline/catalog/application";
import { recordTools } from "./records.ts";
import { schemaTools } from "./schema.ts";

export const application = defineApplication({
  slug: "airtable",
  name: "Airtable",
  description: "Find, create and change records, and shape tables, in Airtable bases.",
  categories: ["databases", "productivity"],
  websiteUrl: "https://airtable.com",
  documentationUrl: "https://airtable.com/developers/web/api/introduction",
  icon: { simpleIcons: "airtable" },
  environments: [{ name: "production", serverUrl: "https://api.airtable.com/v0" }],
  authentications: [
    {
      type: "oauth2",
      key: "oauth",
      name: "Airtable account",
      provider: "airtable",
      scopes: {
        "data.records:read": "Read records.",
        "data.records:write": "Create, change and delete records.",
        "data.recordComments:read": "Read comments.",
        "data.recordComments:write": "Write comments.",
        "schema.bases:read": "Read bases, tables and fields.",
        "schema.bases:write": "Create tables and fields.",
        "user.email:read": "See the user's e-mail address.",
      },
    },
    {
      type: "bearer",
      key: "token",
      name: "Personal access token",
      description: "Create it at https://airtable.com/create/tokens, with the scopes and bases it needs.",
    },
  ],
  test: { operation: "whoami_get", labelPath: "/email" },
  objects: [{ kind: "base", operation: "bases_list", namePath: "/id", labelPath: "/name" }],
  tools: [...recordTools, ...schemaTools],
});
