import type { Kysely } from "kysely";
import type { AccessTokens } from "../access-tokens/access-tokens.ts";
import type { Changes } from "../db/change-listener.ts";
import type { Schema } from "../db/schema.ts";
import type { Egress } from "../egress/egress.ts";
import type { Logger } from "../log/logger.ts";
import type { Vault } from "../vault/vault.ts";
import type { BrowserStorage } from "./browser-storage.ts";
import type { StrangerLimits } from "./limit-registrations.ts";
import type { RenderPage } from "./user-code-pages.ts";

/** The parts of the server that the authorization server uses. */
export interface ProviderParts {
  db: Kysely<Schema>;
  /** The issuer (decisions D56). */
  baseUrl: string;
  accessTokens: AccessTokens;
  changes: Changes;
  egress: Egress;
  vault: Vault;
  browser: BrowserStorage;
  log: Logger;
  renderPage: RenderPage;
  limits: StrangerLimits;
  /** Milliseconds since 1970, by the database. */
  clock: () => number;
}
