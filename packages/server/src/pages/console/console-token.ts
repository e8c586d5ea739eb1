import type { Hono } from "hono";
import type { Deps } from "../../deps.ts";
import { isOwnForm } from "../../entry/check-form.ts";
import { findSession } from "../../identity/find-session-person.ts";
import { loadConsoleStart } from "./load-console-start.ts";

/**
 * Mounts `POST /session/token`: the console swaps the session's cookie for a token of 5 minutes (decisions D55). What every page of the
 * console begins with comes along, which saves two requests and one round trip.
 */
export function mountConsoleToken(app: Hono, deps: Deps): void {
  const { accessTokens, config, db } = deps;
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
    const [issued, start] = await Promise.all([
      accessTokens.issueConsoleToken(accountUserId, session.sessionHash.toString("hex")),
      loadConsoleStart(deps, session.caller),
    ]);
    return context.json({
      access_token: issued.token,
      token_type: "Bearer",
      expires_in: issued.expiresInSeconds,
      ...start,
    });
  });
}
