import { defineApplication } from "@bowline/catalog/application";
import { meetingTools } from "./meetings.ts";
import { recordTools } from "./records.ts";

export const application = defineApplication({
  slug: "zoom",
  name: "Zoom",
  description: "Plan, change and end Zoom meetings, and get their recordings, summaries and participants.",
  categories: ["meetings", "communication"],
  websiteUrl: "https://zoom.us",
  documentationUrl: "https://developers.zoom.us/docs/api/meetings/",
  icon: { simpleIcons: "zoom" },
  environments: [{ name: "production", serverUrl: "https://api.zoom.us/v2" }],
  authentications: [
    {
      type: "oauth2",
      key: "oauth",
      name: "Zoom account",
      description:
        "Zoom asks for the scopes that its app was given; the app needs those of the tools that you use.",
      provider: "zoom",
      // The app's own settings name the scopes: https://developers.zoom.us/docs/integrations/oauth-scopes-overview/
      oauth2: { defaultScopes: [] },
    },
  ],
  test: { operation: "users_me_get", labelPath: "/email" },
  tools: [...meetingTools, ...recordTools],
});
