import { defineApplication } from "@bowline/catalog/application";
import { calendarTools } from "./calendars.ts";
import { eventTools } from "./events.ts";

export const application = defineApplication({
  slug: "google-calendar",
  name: "Google Calendar",
  description: "Look up, create and change events, and find free time in Google calendars.",
  categories: ["calendar", "productivity"],
  websiteUrl: "https://calendar.google.com",
  documentationUrl: "https://developers.google.com/workspace/calendar/api/v3/reference",
  icon: { simpleIcons: "googlecalendar" },
  environments: [{ name: "production", serverUrl: "https://www.googleapis.com/calendar/v3" }],
  authentications: [
    {
      type: "oauth2",
      key: "google",
      name: "Google account",
      provider: "google",
      scopes: {
        "https://www.googleapis.com/auth/calendar": "Manage calendars, their sharing and their events.",
        "https://www.googleapis.com/auth/calendar.readonly": "Read calendars and events.",
        "https://www.googleapis.com/auth/calendar.events": "Read and change events.",
        "https://www.googleapis.com/auth/calendar.events.readonly": "Read events.",
        "https://www.googleapis.com/auth/calendar.freebusy": "See when time is taken.",
      },
      oauth2: { defaultScopes: ["https://www.googleapis.com/auth/calendar"] },
    },
  ],
  test: { operation: "calendars_get", input: { calendarId: "primary" }, labelPath: "/id" },
  objects: [{ kind: "calendar", operation: "calendars_list", namePath: "/id", labelPath: "/summary" }],
  tools: [...eventTools, ...calendarTools],
});
