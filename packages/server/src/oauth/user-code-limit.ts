import type { KoaContextWithOIDC } from "oidc-provider";
import { findRequestAddress } from "../entry/find-request-address.ts";
import { takeUserCodeTry } from "../identity/sign-in-limits.ts";
import { describeMinutes } from "../limits/describe-minutes.ts";
import type { StrangerLimits } from "./limit-registrations.ts";
import { isWrongCode, type RenderPage } from "./user-code-pages.ts";

/** Limits how many wrong codes of devices a network address may type (RFC 8628 §5.1). */
export function buildUserCodeLimit(parts: { limits: StrangerLimits; renderPage: RenderPage }) {
  const { limits, renderPage } = parts;
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    const isSent = ctx.method === "POST" && /^\/oauth\/device\/?$/.test(ctx.path);
    const address = isSent ? findRequestAddress(ctx.req, limits.trustedProxies) : null;
    if (address === null) {
      return next();
    }
    const tried = await takeUserCodeTry(limits.db, address);
    if (tried.kind === "throttled") {
      const wait = describeMinutes(tried.retryAfterSeconds);
      const text = `There were too many wrong codes from your network. Wait ${wait}, then try again.`;
      const { html, headers } = await renderPage({ title: "Too many tries", text, end: "failed" });
      ctx.set({ ...headers, "retry-after": String(tried.retryAfterSeconds) });
      ctx.status = 429;
      ctx.type = "html";
      ctx.body = html;
      return;
    }
    await next();
    if (!isWrongCode(ctx)) {
      await tried.forgive();
    }
  };
}
