import type { Context } from "hono";
import type { Caller } from "../../db/people/callers.ts";
import { buildSignInPath, type FoundSession } from "../../identity/find-session-person.ts";
import { findPageSession, type PeopleParts } from "./people-parts.ts";

/** A session whose company is chosen. */
export interface SignedIn {
  session: FoundSession;
  caller: Caller;
}

/** Shows a page to a person who is signed in. Others sign in first, and a page that was read comes after that. */
export async function withPerson(
  parts: PeopleParts,
  context: Context,
  show: (signedIn: SignedIn) => Response | Promise<Response>,
): Promise<Response> {
  const session = await findPageSession(parts, context);
  if (session?.caller) {
    return show({ session, caller: session.caller });
  }
  const returnTo = context.req.method === "GET" ? context.req.path : "/account";
  return context.redirect(buildSignInPath(parts.baseUrl, returnTo), 303);
}
