import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { loadInvitation } from "../db/invitations.ts";
import type { Deps } from "../deps.ts";
import { acceptInvitation } from "../identity/accept-invitation.ts";
import { hashInvitationToken } from "../identity/invitation-token.ts";
import { stateMark } from "./marks.ts";
import { showPage } from "./page.ts";

/**
 * Mounts the two pages of an invitation link (decisions D16): one to accept it, and one that shows the new member's first key once.
 * Opening the link does not use it up, so programs that preview links do no harm.
 */
export function mountInvitationPage(app: Hono, deps: Deps): void {
  app.get("/invitations/:token", async (context) => {
    const invitation = await loadInvitation(deps.db.kysely, hashInvitationToken(context.req.param("token")));
    if (invitation === null) {
      return showInvalid(context);
    }
    return showPage(
      context,
      `Join ${invitation.companyName}`,
      html`<p>Welcome, ${invitation.fullName}. <b>${invitation.companyName}</b> invites you to its Bowline, where you connect
          applications and let your agents use them.</p>
        <p class="quiet">Accepting shows your API key once. Have a safe place for it ready, such as a password manager.</p>
        <form method="post"><button>Accept and show my API key</button></form>`,
    );
  });
  app.post("/invitations/:token", async (context) => {
    const apiKey = await acceptInvitation(deps.db.kysely, context.req.param("token"));
    if (apiKey === null) {
      return showInvalid(context);
    }
    return showPage(
      context,
      "Welcome",
      html`<p>This is your API key:</p>
        <code class="key">${apiKey}</code>
        <p class="notice">It is shown only this once. Keep it safe: anyone who has it can act as you.</p>
        <p class="quiet">Send it as the header <code>x-api-key</code> with every request.</p>`,
      200,
      stateMark("done"),
    );
  });
}

const showInvalid = (context: Context) =>
  showPage(
    context,
    "This invitation is not valid",
    html`<p>It is unknown, was already used, or has expired.</p>
      <p class="quiet">Ask the person who invited you for a new one.</p>`,
    404,
    stateMark("failed"),
  );
