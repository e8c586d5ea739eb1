import type { JsonObject } from "../../../support/records.ts";
import { describeApi, inPath, operation } from "./operation.ts";

/** The part of Microsoft Graph that the emulator has: people, but neither mail nor events. */
export function describeMicrosoft(origin: string): JsonObject {
  return describeApi({
    title: "Microsoft",
    origin,
    signIn: { authorizationPath: "/oauth2/v2.0/authorize", tokenPath: "/oauth2/v2.0/token" },
    scopes: ["openid", "email", "profile", "offline_access", "User.Read"],
    facts: { revocationUrl: `${origin}/oauth2/v2.0/revoke` },
    paths: {
      "/v1.0/me": { get: operation("me_get", "Read one's own profile") },
      "/v1.0/users/{userId}": {
        parameters: [inPath("userId")],
        get: operation("users_get", "Read a profile"),
      },
    },
  });
}
