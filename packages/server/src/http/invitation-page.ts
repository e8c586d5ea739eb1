import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { loadInvitation } from "../db/invitations.ts";
import type { Deps } from "../deps.ts";
import { acceptInvitation } from "../identity/accept-invitation.ts";
import { hashInvitationToken } from "../identity/invitation-token.ts";

const securityHeaders = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

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
    return show(
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
    return show(
      context,
      "Welcome",
      html`<p>This is your API key. It is shown this once; keep it safe.</p>
        <p><code>${apiKey}</code></p>`,
    );
  });
}

const showOver = (context: Context) =>
  show(
    context,
    "Invitation",
    html`<p>This invitation is unknown, was used already, or is over. Ask for a new one.</p>`,
    404,
  );

function show(context: Context, title: string, content: ReturnType<typeof html>, status: 200 | 404 = 200) {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} – Bowline</title>
        <style>
          body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem }
          code { font-size: 1.1em; word-break: break-all }
          button { font: inherit; padding: 0.5rem 1rem }
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${content}
      </body>
    </html>`;
  return context.html(page, status, securityHeaders);
}
