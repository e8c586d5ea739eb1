import { html } from "hono/html";
import type { Kysely } from "kysely";
import type { KoaContextWithOIDC } from "oidc-provider";
import { isClientTrusted } from "../db/authorization/registered-clients.ts";
import type { Schema } from "../db/schema.ts";
import { isLoopbackName } from "../loopback.ts";
import type { RenderPage } from "./user-code-pages.ts";

/** The errors of authorization requests, from their event to the end of the request. */
export interface UntrustedRedirects {
  /** Notes that a request failed. */
  note(ctx: object, error: Error): void;
  /** Notes that its error is shown and not sent to the client. */
  forget(ctx: object): void;
  /** Handles a request. An error goes to a stranger's address only when the person presses a link. */
  guard(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void>;
}

/**
 * Anybody can register a client and send people to the authorization endpoint with a request that fails, or with `prompt=none`. Without a
 * page in between the endpoint would lead them from our name to any address (RFC 9700 §4.11.2). So the browser goes on by itself only to a
 * client that an Admin made or a person allowed something, to this machine, and after a person's refusal.
 */
export function buildUntrustedRedirects(parts: {
  db: Kysely<Schema>;
  renderPage: RenderPage;
}): UntrustedRedirects {
  const failures = new WeakMap<object, Error>();
  return {
    note: (ctx, error) => void failures.set(ctx, error),
    forget: (ctx) => void failures.delete(ctx),
    async guard(ctx, next) {
      await next();
      const error = failures.get(ctx);
      const { client, params } = ctx.oidc ?? {};
      const target = URL.parse(String(params?.redirect_uri));
      if (error === undefined || isRefusal(error) || client === undefined || target === null) {
        return;
      }
      const isOwnMachine = target.protocol === "http:" && isLoopbackName(target.hostname);
      if (isOwnMachine || (await isClientTrusted(parts.db, client.clientId))) {
        return;
      }
      const name = target.host || target.protocol;
      const location = ctx.response.get("location");
      const text = `A program's request failed (${error.message}), and the program wants to send you to ${name}. Nobody here has allowed this program anything. Go on only if you know that address.`;
      // Without an address the client wants a form, which the person would send unseen.
      const form = location
        ? String(html`<p><a class="button" href="${location}">Go to ${name}</a></p>`)
        : "";
      const title = "The program's request cannot be used";
      const page = await parts.renderPage({ title, text, form, end: "failed" });
      ctx.remove("location");
      ctx.set(page.headers);
      ctx.status = 400;
      ctx.type = "html";
      ctx.body = page.html;
    },
  };
}

/** The person has read on the consent page where they are sent back to, and pressed a button there. */
const isRefusal = (error: Error): boolean => error.message === "access_denied";
