import type { Adapter, AdapterPayload } from "oidc-provider";
import type { AccessTokens } from "../access-tokens/access-tokens.ts";
import { deleteGrant, loadGrantPayload } from "../db/authorization/oauth-grants.ts";
import { deleteClient, loadClientMetadata, saveClient } from "../db/authorization/registered-clients.ts";
import type { Changes } from "../db/change-listener.ts";
import { hashClientSecret } from "../identity/client-secret.ts";
import { type ArtefactParts, buildArtefactAdapter, buildDeviceCodeAdapter } from "./artefact-adapter.ts";
import { buildInteractionAdapter, buildSessionAdapter } from "./browser-adapters.ts";
import type { BrowserStorage } from "./browser-storage.ts";
import { emptyAdapter } from "./empty-adapter.ts";
import { findContext } from "./find-context.ts";
import type { StrangerLimits } from "./limit-registrations.ts";
import { hashNetwork } from "./stranger-network.ts";
import { buildTokenAdapter } from "./token-adapter.ts";

/** The parts of the server that the storage uses. */
export interface AdapterParts extends ArtefactParts {
  limits: Pick<StrangerLimits, "trustedProxies">;
  accessTokens: Pick<AccessTokens, "verify">;
  changes: Changes;
  browser: BrowserStorage;
}

/** Builds the storage of one of the authorization server's models, in our own tables or in the browser. */
export function buildAdapter(model: string, parts: AdapterParts): Adapter {
  const { accessTokens, browser } = parts;
  switch (model) {
    case "Client":
      return buildClientAdapter(parts);
    case "Grant":
      return buildGrantAdapter(parts);
    case "AccessToken":
    case "ClientCredentials":
      return buildTokenAdapter(model, accessTokens);
    case "Session":
      return buildSessionAdapter(browser);
    case "Interaction":
      return buildInteractionAdapter(browser, buildArtefactAdapter(model, parts));
    case "DeviceCode":
      return buildDeviceCodeAdapter(parts);
    default:
      return buildArtefactAdapter(model, parts);
  }
}

function buildClientAdapter({ db, limits }: Pick<AdapterParts, "db" | "limits">): Adapter {
  return {
    ...emptyAdapter,
    async upsert(clientId, { client_secret: secret, ...metadata }) {
      const stored =
        secret === undefined ? metadata : { ...metadata, client_secret: hashClientSecret(secret) };
      await saveClient(db, {
        clientId,
        name: metadata.client_name ?? clientId,
        accountUserId: null,
        metadata: JSON.stringify(stored),
        networkHash: hashNetwork(findContext().req, limits.trustedProxies),
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

/** Grants are stored by `consent/save-grant.ts`, together with how they are narrowed. */
function buildGrantAdapter({ db, changes }: Pick<AdapterParts, "db" | "changes">): Adapter {
  return {
    ...emptyAdapter,
    async find(jti) {
      const payload = await loadGrantPayload(db, jti);
      return payload === null ? undefined : (JSON.parse(payload) as AdapterPayload);
    },
    async destroy(jti) {
      await deleteGrant(db, jti);
      await changes.heardByAll();
    },
  };
}
