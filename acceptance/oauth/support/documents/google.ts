import type { JsonObject } from "../../../support/records.ts";
import { describeApi, inPath, operation } from "./operation.ts";

/** The part of Google's APIs that the tests use: mail and calendar. */
export function describeGoogle(origin: string): JsonObject {
  return describeApi({
    title: "Google",
    origin,
    signIn: { authorizationPath: "/o/oauth2/v2/auth", tokenPath: "/oauth2/token" },
    scopes: ["openid", "email", "https://www.googleapis.com/auth/gmail.readonly"],
    facts: {
      revocationUrl: `${origin}/oauth2/revoke`,
      authorizationParameters: { access_type: "offline", prompt: "consent" },
    },
    paths: {
      "/gmail/v1/users/{userId}/messages": {
        parameters: [inPath("userId")],
        get: operation("messages_list", "List mail"),
      },
      "/calendar/v3/calendars/{calendarId}/events": {
        parameters: [inPath("calendarId")],
        get: operation("events_list", "List events"),
      },
    },
  });
}
