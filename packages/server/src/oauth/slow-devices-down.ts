import type { Kysely } from "kysely";
import type { KoaContextWithOIDC } from "oidc-provider";
import { notePoll } from "../db/authorization/device-codes.ts";
import type { Schema } from "../db/schema.ts";

/**
 * Tells a device that asks for its tokens too often to slow down (RFC 8628 §3.5). One whose person has decided gets the decision at
 * once, however often it asked.
 */
export const slowDevicesDown =
  (db: Kysely<Schema>) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    if ((ctx.body as { error?: unknown } | undefined)?.error !== "authorization_pending") {
      return;
    }
    const seconds = await notePoll(db, String(ctx.oidc.params?.device_code));
    if (seconds !== null) {
      ctx.body = {
        error: "slow_down",
        error_description: `the device asks too often: it has to wait ${seconds} seconds between its requests`,
      };
    }
  };
