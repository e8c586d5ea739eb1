import type { JsonObject } from "../../../support/records.ts";
import { describeApi, operation, text } from "./operation.ts";

/** The part of Slack's API that the tests use. */
export function describeSlack(origin: string): JsonObject {
  return describeApi({
    title: "Slack",
    origin,
    signIn: { authorizationPath: "/oauth/v2/authorize", tokenPath: "/api/oauth.v2.access" },
    scopes: ["chat:write", "channels:read"],
    facts: {
      scopeSeparator: ",",
      account: { url: `${origin}/api/auth.test`, method: "POST", labelPaths: ["/team"] },
    },
    paths: {
      "/api/chat.postMessage": {
        post: operation("chat_post_message", "Post a message", {
          body: { channel: text, text },
          required: ["channel", "text"],
        }),
      },
      "/api/conversations.list": { post: operation("conversations_list", "List channels") },
    },
  });
}
