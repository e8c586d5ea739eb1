import { defineApplication } from "@bowline/catalog/application";
import { boardTools } from "./boards.ts";
import { cardTools } from "./cards.ts";

export const application = defineApplication({
  slug: "trello",
  name: "Trello",
  description: "Find, create, move and discuss cards on Trello boards.",
  categories: ["project-management", "productivity"],
  websiteUrl: "https://trello.com",
  documentationUrl: "https://developer.atlassian.com/cloud/trello/rest/",
  icon: { simpleIcons: "trello" },
  environments: [{ name: "production", serverUrl: "https://api.trello.com/1" }],
  authentications: [
    {
      // https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/
      type: "custom",
      key: "token",
      name: "API key and token",
      description:
        "Create the key at https://trello.com/power-ups/admin; beside it is a link that makes the token.",
      fields: { apiKey: { label: "API key" }, token: { label: "Token" } },
      placements: [
        {
          in: "header",
          name: "Authorization",
          value: 'OAuth oauth_consumer_key="{apiKey}", oauth_token="{token}"',
        },
      ],
    },
  ],
  test: { operation: "members_me_get", labelPath: "/username" },
  objects: [{ kind: "board", operation: "boards_list", namePath: "/id", labelPath: "/name" }],
  tools: [...cardTools, ...boardTools],
});
