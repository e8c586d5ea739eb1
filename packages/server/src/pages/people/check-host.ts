import type { MiddlewareHandler } from "hono";
import { html } from "hono/html";
import { isOwnHost } from "../../entry/own-address.ts";
import { stateMark } from "../marks.ts";
import { showPage } from "../page.ts";

/** Refuses requests to another name than the server's (decisions D59b): a foreign site may point its own name here (DNS rebinding). */
export const checkHost =
  (baseUrl: string): MiddlewareHandler =>
  async (context, next) => {
    if (isOwnHost(baseUrl, context.req.header("host"))) {
      return next();
    }
    return showPage(
      context,
      "Wrong address",
      html`<p>This server's address is ${baseUrl}. Open the page there.</p>
        <p class="quiet">The operator sets the address with <code>BOWLINE_BASE_URL</code>. A proxy must pass on the header <code>Host</code>.</p>`,
      400,
      stateMark("failed"),
    );
  };
