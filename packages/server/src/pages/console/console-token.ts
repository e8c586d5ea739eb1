import type { Hono } from "hono";
import type { Deps } from "../../deps.ts";
import { isOwnForm } from "../../entry/check-form.ts";
import { findSession } from "../../identity/find-session-person.ts";

/** Mounts `POST /session/token`: the console swaps the session's cookie for a token of 5 minutes (decisions D55). */
export function mountConsoleToken(app: Hono, { accessTokens, config, db }: Deps): void {
  const { baseUrl } = config;
  app.post("/session/token", async (context) => {
    const request = {
      host: context.req.header("host"),
      origin: context.req.header("origin"),
      site: context.req.header("sec-fetch-site"),
      token: null,
    };
    if (!isOwnForm(baseUrl, request, null)) {
      return context.json({ error: "This request must come from a page of this server." }, 403);
    }
    const session = await findSession({ db: db.kysely, baseUrl }, context.req.header("cookie"));
    if (session === null || session.caller === null) {
      return context.json({ error: "Nobody is signed in." }, 401);
    }
    const { accountUserId } = session.caller;
    const issued = await accessTokens.issueConsoleToken(accountUserId, session.sessionHash.toString("hex"));
    return context.json({
      access_token: issued.token,
      token_type: "Bearer",
      expires_in: issued.expiresInSeconds,
    });
  });
}
