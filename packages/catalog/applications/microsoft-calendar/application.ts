import { defineApplication } from "@bowline/catalog/application";
import { calendarTools } from "./calendars.ts";
import { eventTools } from "./events.ts";

export const application = defineApplication({
  slug: "microsoft-calendar",
  name: "Microsoft Calendar",
  description: "Look up, create and change Outlook events, respond to invitations and find free time.",
  categories: ["calendar", "productivity"],
  websiteUrl: "https://outlook.com/calendar",
  documentationUrl: "https://learn.microsoft.com/en-us/graph/api/resources/calendar-overview",
  environments: [{ name: "production", serverUrl: "https://graph.microsoft.com/v1.0" }],
  authentications: [
    {
      type: "oauth2",
      key: "microsoft",
      name: "Microsoft account",
      provider: "microsoft",
      scopes: {
        "Calendars.ReadWrite": "Read and change calendars and events.",
        "Calendars.Read": "Read calendars and events.",
        "Calendars.Read.Shared": "Read calendars that others share with the user.",
        "User.Read": "Read the user's profile.",
      },
      oauth2: { defaultScopes: ["Calendars.ReadWrite", "Calendars.Read.Shared", "User.Read"] },
    },
  ],
  test: { operation: "calendars_list", input: { top: 1 }, labelPath: "/value/0/owner/address" },
  objects: [{ kind: "calendar", operation: "calendars_list", namePath: "/id", labelPath: "/name" }],
  tools: [...eventTools, ...calendarTools],
});
