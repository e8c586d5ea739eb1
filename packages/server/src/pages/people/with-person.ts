import type { Context } from "hono";
import type { Caller } from "../../db/people/callers.ts";
import { buildSignInPath, type FoundSession } from "../../identity/find-session-person.ts";
import { findPageSession, type PeopleParts } from "./people-parts.ts";

/** A session whose company is chosen. */
export interface SignedIn {
  session: FoundSession;
  caller: Caller;
}

/**
 * Shows a page to a person who is signed in, or takes its form. Others sign in first, and the page comes after that.
 *
 * @param formPath the path of the page that a form was sent from. Default: the person's account
 */
export async function withPerson(
  parts: PeopleParts,
  context: Context,
  show: (signedIn: SignedIn) => Response | Promise<Response>,
  formPath = "/account",
): Promise<Response> {
  const session = await findPageSession(parts, context);
  if (session?.caller) {
    return show({ session, caller: session.caller });
  }
  const returnTo = context.req.method === "GET" ? context.req.path : formPath;
  return context.redirect(buildSignInPath(parts.baseUrl, returnTo), 303);
}
