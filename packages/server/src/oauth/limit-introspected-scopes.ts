import type { Kysely } from "kysely";
import type { KoaContextWithOIDC } from "oidc-provider";
import { chooseMemberScopes } from "../access-tokens/member-scopes.ts";
import { loadTokenCaller } from "../db/authorization/token-callers.ts";
import type { Schema } from "../db/schema.ts";

interface Introspection {
  active?: boolean;
  scope?: string;
}

/** Makes an introspection say what a token is good for now: its member may have ended, or be no Admin any more (decisions D58). */
export const limitIntrospectedScopes =
  (db: Kysely<Schema>) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    const body = ctx.body as Introspection | undefined;
    if (ctx.oidc?.route !== "introspection" || body?.active !== true) {
      return;
    }
    const { Grant: grant, Client: client } = ctx.oidc.entities;
    const caller = await loadTokenCaller(
      db,
      grant === undefined ? `client:${client?.clientId}` : `grant:${grant.jti}`,
    );
    if (caller === null) {
      ctx.body = { active: false };
    } else if (body.scope !== undefined) {
      ctx.body = { ...body, scope: chooseMemberScopes(body.scope.split(" "), caller).join(" ") };
    }
  };
