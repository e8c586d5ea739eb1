import type { AccessTokens } from "./access-tokens/access-tokens.ts";
import type { SigningKeys } from "./access-tokens/signing-keys.ts";
import type { Catalog } from "./catalog/catalog.ts";
import type { Config } from "./config/config.ts";
import type { Discover } from "./connect/provider/discover-provider.ts";
import type { OperatorClients } from "./connect/provider/operator-clients.ts";
import type { ClientRegistrar } from "./connect/sign-in/client-registrar.ts";
import type { SignInLinks } from "./connect/sign-in/sign-in-links.ts";
import type { TokenKeeper } from "./connect/tokens/token-keeper.ts";
import type { Changes } from "./db/change-listener.ts";
import type { Database } from "./db/open-database.ts";
import type { Rows } from "./db/rows.ts";
import type { Egress } from "./egress/egress.ts";
import type { ToolLoader } from "./execution/load-tool.ts";
import type { MaskThreads } from "./execution/masking/mask-threads.ts";
import type { AccessOpener } from "./execution/open-access.ts";
import type { StoredOutputs } from "./execution/results/stored-outputs.ts";
import type { HistoryWriter } from "./history/history-writer.ts";
import type { LastUsed } from "./history/last-used.ts";
import type { PasswordHasher } from "./identity/password-hash.ts";
import type { SignInServer } from "./identity/sign-in-server.ts";
import type { BackgroundImports } from "./jobs/background-imports.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { RateLimiter } from "./limits/rate-limiter.ts";
import type { Logger } from "./log/logger.ts";
import type { Metrics } from "./metrics.ts";
import type { Runtimes } from "./runtimes/runtimes.ts";
import type { Vault } from "./vault/vault.ts";

/** Everything an operation may use. `open-deps.ts` creates it; operations get it as an argument. */
export interface Deps {
  config: Config;
  log: Logger;
  db: Database;
  changes: Changes;
  rows: Rows;
  catalog: Catalog;
  runtimes: Runtimes;
  tools: ToolLoader;
  access: AccessOpener;
  vault: Vault;
  egress: Egress;
  /** Reads the discovery documents of OAuth providers. */
  discover: Discover;
  operatorClients: OperatorClients;
  clients: ClientRegistrar;
  tokens: TokenKeeper;
  signInLinks: SignInLinks;
  passwords: PasswordHasher;
  /** The operator's OpenID provider for people; null: none. */
  signInServer: SignInServer | null;
  /** The keys of the authorization server. */
  signingKeys: SigningKeys;
  accessTokens: AccessTokens;
  limiter: RateLimiter;
  history: HistoryWriter;
  maskThreads: MaskThreads;
  storedOutputs: StoredOutputs;
  lastUsed: LastUsed;
  jobs: Jobs;
  imports: BackgroundImports;
  metrics: Metrics;
  /** The program's version, such as `0.1.0`. */
  version: string;
  /** When this process opened its parts, as `clock` says it. */
  startedMs: number;
  /** Milliseconds since 1970, by the database: the clocks of servers may differ. */
  clock: () => number;
}
