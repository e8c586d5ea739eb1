import { hostname } from "node:os";
import { listBuiltInSlugs } from "@bowline/catalog";
import { sql } from "kysely";
import manifest from "../package.json" with { type: "json" };
import { openAccessTokens } from "./access-tokens/access-tokens.ts";
import { openSigningKeys } from "./access-tokens/signing-keys.ts";
import { readOperatorApplications } from "./built-ins/operator-applications.ts";
import { showsApplication } from "./built-ins/shows-application.ts";
import { type Config, findCacheDir } from "./config/config.ts";
import { openDiscovery } from "./connect/provider/discover-provider.ts";
import { readOperatorClients } from "./connect/provider/operator-clients.ts";
import { openClientRegistrar } from "./connect/sign-in/client-registrar.ts";
import { openSignInLinks } from "./connect/sign-in/sign-in-links.ts";
import { openTokenKeeper } from "./connect/tokens/token-keeper.ts";
import { openDatabaseClock } from "./db/database-clock.ts";
import type { Database } from "./db/open-database.ts";
import type { Deps } from "./deps.ts";
import type { ServerPart } from "./drain.ts";
import { type Egress, openEgress } from "./egress/egress.ts";
import { openEmbedder } from "./embeddings/open-embedder.ts";
import { openToolLoader } from "./execution/load-tool.ts";
import { openMaskThreads } from "./execution/masking/mask-threads.ts";
import { AccessOpener } from "./execution/open-access.ts";
import { openStoredOutputs } from "./execution/results/stored-outputs.ts";
import { HistoryWriter } from "./history/history-writer.ts";
import { openLastUsed } from "./history/last-used.ts";
import { openPasswordHasher } from "./identity/password-hash.ts";
import { openSignInServer, type SignInServer } from "./identity/sign-in-server.ts";
import { announceProcess } from "./jobs/announce-process.ts";
import { openBackgroundImports } from "./jobs/background-imports.ts";
import { openJobs } from "./jobs/jobs.ts";
import { memoryRateLimiter } from "./limits/memory-rate-limiter.ts";
import type { RateLimiter } from "./limits/rate-limiter.ts";
import type { Logger } from "./log/logger.ts";
import { noMetrics, openMetrics } from "./metrics.ts";
import { openMemory } from "./parts/open-memory.ts";
import { OpenedParts } from "./parts/opened-parts.ts";
import { keepEmbedded, startJobs } from "./parts/start-jobs.ts";
import { openRuntimes } from "./runtimes/runtimes.ts";
import type { Vault } from "./vault/vault.ts";

const historyCloseMs = 5000;

/** Everything an operation uses, and the parts to close when the server stops, in order. */
export interface OpenedDeps {
  deps: Deps;
  parts: ServerPart[];
}

/**
 * Opens all parts over a migrated database and connects them. When one cannot be opened, the others are closed again, except the
 * database: it stays the caller's.
 */
export async function openDeps(config: Config, log: Logger, db: Database, vault: Vault): Promise<OpenedDeps> {
  const opened = new OpenedParts();
  try {
    const deps = await connectParts(config, log, db, vault, opened);
    opened.keep("database", db);
    return { deps, parts: opened.list() };
  } catch (error) {
    for (const part of opened.list()) {
      await part.close().catch((closing) => log.error({ err: closing }, `${part.name} could not be closed`));
    }
    throw error;
  }
}

async function connectParts(
  config: Config,
  log: Logger,
  db: Database,
  vault: Vault,
  opened: OpenedParts,
): Promise<Deps> {
  const operatorApplications = await readOperatorApplications(config.applications);
  const operatorClients = await readOperatorClients(config.oauthClients, operatorApplications);
  await takeConnections(db, log);
  const embedder =
    config.search === "hybrid"
      ? opened.keep("embedder", await openEmbedder(findCacheDir(config), log))
      : null;
  const shows = showsApplication(config.builtIns, operatorApplications);
  const slugs = (await listBuiltInSlugs()).filter((slug) => shows({ slug, source: "builtin" }));
  const view = { shows, slugs, baseUrl: config.baseUrl };
  const { embedWhenChanged, ...memory } = await openMemory(log, db, embedder, view, opened);
  const reach = await openReach({ config, log, db, vault, operatorClients, ...memory }, opened);
  const deps = await openOperationParts(reach, opened);
  await startJobs(deps, embedder);
  if (embedder !== null) {
    await keepEmbedded(deps, embedder, embedWhenChanged);
  }
  opened.keep("announcement", await announceProcess(db.kysely, hostname(), deps.version));
  return deps;
}

/** What is there before anything outside of the database is reached. */
type Base = Pick<
  Deps,
  "config" | "log" | "db" | "vault" | "operatorClients" | "changes" | "rows" | "catalog"
>;

/** With what reaches providers and applications, and works later. */
type Reach = Base & Pick<Deps, "egress" | "discover" | "jobs" | "clients" | "clock">;

async function openReach(base: Base, opened: OpenedParts): Promise<Reach> {
  const { allowedPrivateNetworks } = base.config;
  const egress = opened.keep("egress", openEgress({ allowedPrivateNetworks }));
  const discover = openDiscovery(egress, allowedPrivateNetworks.length > 0);
  const jobs = opened.keep("jobs", await openJobs(base.db.background.pool, base.log));
  const clock = opened.keep("clock", await openDatabaseClock(base.db.pool, Date.now));
  const reach = { ...base, egress, discover, jobs, clock: clock.now };
  return { ...reach, clients: openClientRegistrar(reach) };
}

/** Opens what operations use beside it. */
async function openOperationParts(reach: Reach, opened: OpenedParts): Promise<Deps> {
  const { config, log, db, vault, changes, rows, egress, clock } = reach;
  const { version } = manifest;
  const runtimes = opened.keep(
    "runtimes",
    openRuntimes(egress, {
      folder: config.codeApplications,
      sqliteFolder: config.sqliteDir,
      onReport: (report) => log.warn(report, "from the code of a tool"),
    }),
  );
  const signingKeys = openSigningKeys({ db: db.kysely, rows, vault, clock });
  const history = new HistoryWriter(db.pool, log);
  opened.keep("history", { close: () => history.close(historyCloseMs) });
  return {
    ...reach,
    access: new AccessOpener(vault),
    signingKeys,
    accessTokens: openAccessTokens(config.baseUrl, { keys: signingKeys, rows, clock }),
    runtimes,
    tools: openToolLoader(db.kysely, runtimes),
    tokens: openTokenKeeper(reach),
    signInLinks: openSignInLinks(reach),
    passwords: openPasswordHasher({ cost: 2 ** config.passwordCost }),
    signInServer: openSettingsSignInServer(config, egress, clock),
    limiter: opened.keep("limiter", await openLimiter(config, log)),
    history,
    maskThreads: openMaskThreads(),
    storedOutputs: openStoredOutputs(),
    lastUsed: opened.keep("last used", openLastUsed(db.pool, log, clock)),
    imports: opened.keep("imports", openBackgroundImports(db.kysely, changes, log)),
    version,
    startedMs: clock(),
    metrics: config.metrics ? await openMetrics({ version, db, history }) : noMetrics,
  };
}

/** Takes a connection for calls and one for lists, which stay open. Later others may have all that the database, or a pooler, gives. */
async function takeConnections(db: Database, log: Logger): Promise<void> {
  const probe = sql`select 1`;
  try {
    await Promise.all([probe.execute(db.kysely), db.read((lists) => probe.execute(lists))]);
  } catch (error) {
    log.warn({ err: error }, "the database gives this process too few connections");
  }
}

/** Opens the OpenID provider of the settings, if there is one. */
function openSettingsSignInServer(config: Config, egress: Egress, clock: () => number): SignInServer | null {
  const { signInIssuer: issuer, signInClientId: clientId, signInClientSecret: clientSecret } = config;
  if (issuer === null || clientId === null) {
    return null;
  }
  const isHttpAllowed = config.allowedPrivateNetworks.length > 0;
  const redirectUri = `${config.baseUrl}/signin/callback`;
  return openSignInServer(egress, clock, { issuer, clientId, clientSecret, redirectUri, isHttpAllowed });
}

/** Loads the Redis client only when Redis is configured. */
async function openLimiter(config: Config, log: Logger): Promise<RateLimiter> {
  const budgets = {
    burst: config.rateBurst,
    hourly: config.rateHourly,
    searchBurst: config.rateSearchBurst,
    searchHourly: config.rateSearchHourly,
  };
  if (config.redisUrl === null) {
    return memoryRateLimiter(budgets, () => performance.now());
  }
  const { redisRateLimiter } = await import("./limits/redis-rate-limiter.ts");
  return redisRateLimiter(budgets, config.redisUrl, {
    onStateChange: (lostBecause) =>
      lostBecause === null ? log.info("Redis is back") : log.error({ reason: lostBecause }, "Redis is lost"),
    onNeedlessPassword: () => log.warn("REDIS_URL has a password, but this Redis asks for none"),
  });
}
