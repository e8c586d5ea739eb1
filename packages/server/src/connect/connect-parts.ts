import type { Catalog } from "../catalog/catalog.ts";
import type { RefreshQueue } from "../connections/start-refresh.ts";
import type { Database } from "../db/open-database.ts";
import type { Rows } from "../db/rows.ts";
import type { Egress } from "../egress/egress.ts";
import type { Logger } from "../log/logger.ts";
import type { Vault } from "../vault/vault.ts";
import type { Discover } from "./provider/discover-provider.ts";
import type { OperatorClients } from "./provider/operator-clients.ts";
import type { ClientRegistrar } from "./sign-in/client-registrar.ts";
import type { RevocationQueue } from "./tokens/revocation-queue.ts";

/** The parts of the server that signing in, renewing and revoking use. */
export interface ConnectParts {
  config: { baseUrl: string; allowedPrivateNetworks: readonly string[] };
  db: Pick<Database, "kysely">;
  rows: Rows;
  catalog: Catalog;
  vault: Vault;
  egress: Egress;
  discover: Discover;
  operatorClients: OperatorClients;
  clients: ClientRegistrar;
  jobs: RefreshQueue & RevocationQueue;
  log: Pick<Logger, "info" | "warn">;
  /** Milliseconds since 1970. */
  clock: () => number;
}
