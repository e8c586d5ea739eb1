import type { Adapter, AdapterPayload, KoaContextWithOIDC } from "oidc-provider";
import type { BrowserStorage, ReadCookie } from "./browser-storage.ts";
import { emptyAdapter } from "./empty-adapter.ts";
import { findContext } from "./find-context.ts";

/**
 * People have our own sessions (decisions D54). The library's keep the secret of a form, never who is signed in; without a form there is
 * nothing to keep.
 */
export function buildSessionAdapter(browser: BrowserStorage): Adapter {
  return {
    ...emptyAdapter,
    async upsert(id, { jti, uid, kind, exp, state }) {
      const ctx = findContext();
      if (state === undefined) {
        browser.forget(ctx, "Session", id);
      } else {
        await browser.keep(ctx, "Session", id, { jti, uid, kind, exp, state } as AdapterPayload);
      }
    },
    find: (id) => browser.read(readCookieOf(findContext()), "Session", id),
  };
}

/**
 * A request that no person has decided is kept by the browser (decisions D56a). What a person decided is stored, so that it holds once.
 *
 * @param decided stores it
 */
export function buildInteractionAdapter(browser: BrowserStorage, decided: Adapter): Adapter {
  return {
    ...decided,
    async upsert(id, { prompt: _prompt, ...payload }, expiresIn) {
      if (payload.result === undefined) {
        await browser.keep(findContext(), "Interaction", id, payload as AdapterPayload);
      } else {
        await decided.upsert(id, payload as AdapterPayload, expiresIn);
      }
    },
    async destroy(id) {
      await decided.destroy(id);
      browser.forget(findContext(), "Interaction", id);
    },
  };
}

const readCookieOf =
  (ctx: KoaContextWithOIDC): ReadCookie =>
  (name) =>
    ctx.cookies.get(name, { signed: false });
