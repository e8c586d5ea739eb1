import type { JsonObject } from "../../../support/records.ts";
import { describeApi, inPath, operation, text } from "./operation.ts";

const repository = [inPath("owner"), inPath("repo")];

/** The part of GitHub's API that the tests use. */
export function describeGitHub(origin: string): JsonObject {
  return describeApi({
    title: "GitHub",
    origin,
    signIn: { authorizationPath: "/login/oauth/authorize", tokenPath: "/login/oauth/access_token" },
    scopes: ["repo", "user"],
    facts: { account: { url: `${origin}/user`, labelPaths: ["/login"] } },
    paths: {
      "/repos/{owner}/{repo}/issues": {
        parameters: repository,
        post: operation("issues_create", "Create an issue", {
          body: { title: text, body: text },
          required: ["title"],
        }),
        get: operation("issues_list", "List issues"),
      },
    },
  });
}
