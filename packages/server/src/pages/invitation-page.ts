import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { loadInvitation } from "../db/invitations.ts";
import type { Deps } from "../deps.ts";
import { acceptInvitation } from "../identity/accept-invitation.ts";
import { hashInvitationToken } from "../identity/invitation-token.ts";
import { showPage } from "./page.ts";

/**
 * The pages behind an invitation link (decisions D16): one that asks, and one that shows the new member's first key, once.
 * Opening the link uses nothing up, so that a program that previews links does no harm.
 */
export function mountInvitationPage(app: Hono, deps: Deps): void {
  app.get("/invitations/:token", async (context) => {
    const invitation = await loadInvitation(deps.db.kysely, hashInvitationToken(context.req.param("token")));
    if (invitation === null) {
      return showOver(context);
    }
    return showPage(
      context,
      "Invitation",
      html`<p>${invitation.companyName} invites you, ${invitation.fullName}, to its Bowline.</p>
        <form method="post"><button>Accept and show my API key</button></form>`,
    );
  });
  app.post("/invitations/:token", async (context) => {
    const apiKey = await acceptInvitation(deps.db.kysely, context.req.param("token"));
    if (apiKey === null) {
      return showOver(context);
    }
    return showPage(
      context,
      "Welcome",
      html`<p>This is your API key. It is shown this once; keep it safe.</p>
        <p><code>${apiKey}</code></p>`,
    );
  });
}

const showOver = (context: Context) =>
  showPage(
    context,
    "Invitation",
    html`<p>This invitation is unknown, was used already, or is over. Ask for a new one.</p>`,
    404,
  );
