import type { Kysely } from "kysely";
import type { Adapter, AdapterPayload } from "oidc-provider";
import type { AccessTokens } from "../access-tokens/access-tokens.ts";
import {
  type Artefact,
  consumeArtefact,
  deleteArtefact,
  deleteArtefactsOfGrant,
  loadArtefact,
  loadArtefactByUserCode,
  saveArtefact,
} from "../db/authorization/oauth-artefacts.ts";
import { deleteGrant, loadGrantPayload } from "../db/authorization/oauth-grants.ts";
import { deleteClient, loadClientMetadata, saveClient } from "../db/authorization/registered-clients.ts";
import type { Schema } from "../db/schema.ts";
import { isReferenceGone } from "../db/sql-state.ts";
import { hashClientSecret } from "../identity/client-secret.ts";
import type { Vault } from "../vault/vault.ts";
import { accessTokenPrefix } from "./access-token-prefix.ts";
import { errors, Provider } from "./library.ts";
import type { Redemptions } from "./redemptions.ts";
import { openPayload, sealPayload } from "./sealed-payload.ts";

/** The parts of the server that the storage uses. */
export interface AdapterParts {
  db: Kysely<Schema>;
  accessTokens: Pick<AccessTokens, "verify">;
  redemptions: Redemptions;
  vault: Vault;
}

/** Builds the storage of one of the authorization server's models, in our own tables. */
export function buildAdapter(model: string, parts: AdapterParts): Adapter {
  const { db, accessTokens } = parts;
  switch (model) {
    case "Client":
      return buildClientAdapter(db);
    case "Grant":
      return buildGrantAdapter(db);
    case "AccessToken":
    case "ClientCredentials":
      return buildTokenAdapter(model, accessTokens);
    case "Session":
      return buildSessionAdapter(parts);
    default:
      return buildArtefactAdapter(model, parts);
  }
}

const nothing: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};

function buildClientAdapter(db: Kysely<Schema>): Adapter {
  return {
    ...nothing,
    async upsert(clientId, { client_secret: secret, ...metadata }) {
      const stored =
        secret === undefined ? metadata : { ...metadata, client_secret: hashClientSecret(secret) };
      await saveClient(db, {
        clientId,
        name: metadata.client_name ?? clientId,
        accountUserId: null,
        metadata: JSON.stringify(stored),
      });
    },
    async find(clientId) {
      // PostgreSQL refuses texts with NUL.
      if (clientId.includes("\0")) {
        return undefined;
      }
      const metadata = await loadClientMetadata(db, clientId);
      return metadata === null ? undefined : (JSON.parse(metadata) as AdapterPayload);
    },
    async destroy(clientId) {
      await deleteClient(db, clientId);
    },
  };
}

/** People have our own sessions (decisions D54). The library's keep the secret of a form, never who is signed in. */
function buildSessionAdapter(parts: AdapterParts): Adapter {
  const sessions = buildArtefactAdapter("Session", parts);
  return {
    ...sessions,
    upsert: (id, { accountId: _account, loginTs: _time, authorizations: _clients, ...payload }, expiresIn) =>
      sessions.upsert(id, payload, expiresIn),
  };
}

/** Grants are stored by `consent/save-grant.ts`, together with how they are narrowed. */
function buildGrantAdapter(db: Kysely<Schema>): Adapter {
  return {
    ...nothing,
    async find(jti) {
      const payload = await loadGrantPayload(db, jti);
      return payload === null ? undefined : (JSON.parse(payload) as AdapterPayload);
    },
    async destroy(jti) {
      await deleteGrant(db, jti);
    },
  };
}

/** Access tokens are not stored: what is known of one stands in it. */
function buildTokenAdapter(model: string, accessTokens: Pick<AccessTokens, "verify">): Adapter {
  return {
    ...nothing,
    async find(text) {
      if (!text.startsWith(accessTokenPrefix)) {
        return undefined;
      }
      const verified = await accessTokens.verify(text.slice(accessTokenPrefix.length));
      if (verified === null) {
        return undefined;
      }
      const { jti, sub, client_id: clientId, grant, scope, aud, exp, iat } = verified.claims;
      const isOfGrant = typeof grant === "string";
      if (isOfGrant !== (model === "AccessToken") || typeof clientId !== "string") {
        return undefined;
      }
      return {
        kind: model,
        clientId,
        ...(jti !== undefined && { jti }),
        ...(isOfGrant && sub !== undefined && { accountId: sub, grantId: grant }),
        ...(typeof scope === "string" && { scope }),
        ...(aud !== undefined && { aud }),
        ...(exp !== undefined && { exp }),
        ...(iat !== undefined && { iat }),
      } as AdapterPayload;
    },
  };
}

function buildArtefactAdapter(model: string, { db, redemptions, vault }: AdapterParts): Adapter {
  return {
    ...nothing,
    async upsert(id, { jti, ...payload }, expiresIn) {
      // A device code is found by its user code too, and then the library must learn its id.
      const text = JSON.stringify(model === "DeviceCode" ? { ...payload, jti } : payload);
      const artefact = {
        grantJti: payload.grantId ?? null,
        userCode: payload.userCode ?? null,
        payload: await sealPayload(vault, model, text),
        expiresDate: new Date(Date.now() + (expiresIn ?? 0) * 1000),
      };
      await saveArtefact(db, { model, id }, artefact).catch((error) => {
        // The grant was withdrawn while its token was being made.
        throw isReferenceGone(error) ? new errors.InvalidGrant("the grant has ended") : error;
      });
    },
    async find(id) {
      const found = await loadArtefact(db, model, id);
      if (found === undefined) {
        return undefined;
      }
      const isReplay = found.consumedDate !== null && redemptions.isReplay(Provider.ctx, found.settledMsAgo);
      const payload = await openPayload(vault, model, found.payload);
      return readArtefact({ ...found, payload }, id, isReplay);
    },
    async findByUserCode(userCode) {
      const found = await loadArtefactByUserCode(db, model, userCode);
      return found && (JSON.parse(await openPayload(vault, model, found.payload)) as AdapterPayload);
    },
    async consume(id) {
      const redemption = await consumeArtefact(db, model, id);
      // The library looks at `consumed` before: of several requests at once all would pass.
      if (redemption === null) {
        throw new errors.InvalidGrant("already used");
      }
      redemptions.keep(Provider.ctx, redemption);
    },
    async destroy(id) {
      await deleteArtefact(db, model, id);
    },
    async revokeByGrantId(jti) {
      await deleteArtefactsOfGrant(db, jti);
    },
  };
}

function readArtefact({ payload, consumedDate }: Artefact, id: string, isReplay: boolean): AdapterPayload {
  return {
    ...(JSON.parse(payload) as AdapterPayload),
    jti: id,
    // The library ends the grant of what it is told was consumed. The others are refused by `consume`.
    ...(consumedDate !== null && isReplay && { consumed: Math.floor(consumedDate.getTime() / 1000) }),
  };
}
