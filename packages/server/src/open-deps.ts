import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import manifest from "../package.json" with { type: "json" };
import { openAccessTokens } from "./access-tokens/access-tokens.ts";
import { openSigningKeys } from "./access-tokens/signing-keys.ts";
import { readOperatorApplications } from "./built-ins/operator-applications.ts";
import { showsApplication } from "./built-ins/shows-application.ts";
import { type Catalog, openCatalog } from "./catalog/catalog.ts";
import type { BuiltInView } from "./catalog/load-parts.ts";
import { openSearchPreparation } from "./catalog/prepare-search.ts";
import { type Config, findCacheDir } from "./config/config.ts";
import { openDiscovery } from "./connect/provider/discover-provider.ts";
import { readOperatorClients } from "./connect/provider/operator-clients.ts";
import { openClientRegistrar } from "./connect/sign-in/client-registrar.ts";
import { openSignInLinks } from "./connect/sign-in/sign-in-links.ts";
import { openTokenKeeper } from "./connect/tokens/token-keeper.ts";
import { listApplicationsToEmbed } from "./db/catalog/tool-embeddings.ts";
import { type Change, ChangeListener } from "./db/change-listener.ts";
import type { Database } from "./db/open-database.ts";
import { openRows, type Rows, readCatalogKey } from "./db/rows.ts";
import type { Deps } from "./deps.ts";
import type { ServerPart } from "./drain.ts";
import { type Egress, openEgress } from "./egress/egress.ts";
import { type Embedder, openEmbedder } from "./embeddings/open-embedder.ts";
import { openVectorFiles } from "./embeddings/vector-files.ts";
import { openToolLoader } from "./execution/load-tool.ts";
import { openMaskThreads } from "./execution/masking/mask-threads.ts";
import { AccessOpener } from "./execution/open-access.ts";
import { HistoryWriter } from "./history/history-writer.ts";
import { openLastUsed } from "./history/last-used.ts";
import { openPasswordHasher } from "./identity/password-hash.ts";
import { openSignInServer, type SignInServer } from "./identity/sign-in-server.ts";
import { announceProcess } from "./jobs/announce-process.ts";
import { openBackgroundImports } from "./jobs/background-imports.ts";
import { countHistory } from "./jobs/count-history.ts";
import { deleteOldRows } from "./jobs/delete-old-rows.ts";
import { embedTools } from "./jobs/embed-tools.ts";
import { openJobs } from "./jobs/jobs.ts";
import { giveUpRefresh, refreshObjects } from "./jobs/refresh-objects.ts";
import { runRevocation } from "./jobs/revoke-tokens.ts";
import { memoryRateLimiter } from "./limits/memory-rate-limiter.ts";
import type { RateLimiter } from "./limits/rate-limiter.ts";
import type { Logger } from "./log/logger.ts";
import { noMetrics, openMetrics } from "./metrics.ts";
import { openRuntimes } from "./runtimes/runtimes.ts";
import type { Vault } from "./vault/vault.ts";

const historyCloseMs = 5000;
const longestPreparationMs = 1000;

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
  const egress = opened.keep("egress", openEgress({ allowedPrivateNetworks: config.allowedPrivateNetworks }));
  const runtimes = openRuntimes(egress, {
    folder: config.codeApplications,
    sqliteFolder: config.sqliteDir,
    onReport: (report) => log.warn(report, "from the code of a tool"),
  });
  const tools = openToolLoader(db.kysely, runtimes);
  const embedder =
    config.search === "hybrid" ? opened.keep("embedder", await openConfiguredEmbedder(config, log)) : null;
  const view = {
    shows: showsApplication(config.builtIns, operatorApplications),
    baseUrl: config.baseUrl,
  };
  const { changes, rows, catalog, embedWhenChanged } = await openMemory(log, db, embedder, view, opened);

  const clock = () => Date.now();
  const discover = openDiscovery(egress, config.allowedPrivateNetworks.length > 0);
  const jobs = opened.keep("jobs", await openJobs(db.background.pool, log));
  const reach = {
    config,
    log,
    db,
    changes,
    rows,
    catalog,
    vault,
    egress,
    discover,
    operatorClients,
    jobs,
    clock,
  };
  const connect = { ...reach, clients: openClientRegistrar(reach) };
  const signingKeys = openSigningKeys({ db: db.kysely, rows, vault, clock });
  const history = new HistoryWriter(db.pool, log);
  opened.keep("history", { close: () => history.close(historyCloseMs) });
  const deps: Deps = {
    ...connect,
    access: new AccessOpener(vault),
    signingKeys,
    accessTokens: openAccessTokens(config.baseUrl, { keys: signingKeys, rows, clock }),
    runtimes,
    tools,
    tokens: openTokenKeeper(connect),
    signInLinks: openSignInLinks(connect),
    passwords: openPasswordHasher({ cost: 2 ** config.passwordCost }),
    signInServer: openSettingsSignInServer(config, egress, clock),
    limiter: opened.keep("limiter", await openLimiter(config, log)),
    history,
    maskThreads: openMaskThreads(),
    lastUsed: opened.keep("last used", openLastUsed(db.pool, log, clock)),
    imports: opened.keep("imports", openBackgroundImports(db.kysely, changes, log)),
    version: manifest.version,
    startedMs: clock(),
    metrics: config.metrics ? await openMetrics({ version: manifest.version, db, history }) : noMetrics,
  };
  await startJobs(deps, embedder);
  if (embedder !== null) {
    const addEmbedding = openEmbeddingQueue(deps);
    embedWhenChanged(addEmbedding);
    for (const applicationId of await listApplicationsToEmbed(db.background.kysely, embedder.model)) {
      addEmbedding(applicationId);
    }
  }
  opened.keep("announcement", await announceProcess(db.kysely, hostname(), manifest.version));
  return deps;
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

/** What a process keeps of the database in memory. */
interface Memory {
  changes: ChangeListener;
  rows: Rows;
  catalog: Catalog;
  /** Calls `add` with each application that changes from now on. */
  embedWhenChanged(add: (applicationId: number) => void): void;
}

/** Opens the rows and the catalog in memory, and the listener that tells them what has changed in the database. */
async function openMemory(
  log: Logger,
  db: Database,
  embedder: Embedder | null,
  view: BuiltInView,
  opened: OpenedParts,
): Promise<Memory> {
  let listener: ChangeListener | undefined;
  let addEmbedding: ((applicationId: number) => void) | undefined;
  const isFresh = () => listener?.isFresh() ?? false;
  const rows = openRows(db.kysely, isFresh);
  const catalog = openCatalog(db.kysely, isFresh, embedder, view);
  const warnUnprepared = (error: unknown) => log.warn({ err: error }, "the search could not be prepared");
  const preparation = opened.keep("search", openSearchPreparation(catalog, warnUnprepared));
  // Thousands of tools are loaded now, so that the first request does not wait for them. After a second it goes on while the server
  // already serves.
  await Promise.race([catalog.prepareSearch(), sleep(longestPreparationMs, undefined, { ref: false })]).catch(
    warnUnprepared,
  );

  function applyChange(change: Change): void {
    rows.apply(change);
    if (change.topic === "catalog") {
      const { companyId, applicationId } = readCatalogKey(change.key);
      catalog.forget(companyId);
      addEmbedding?.(applicationId);
      if (companyId === 0) {
        preparation.request();
      }
    } else if (change.topic === "embeddings") {
      catalog.forgetEmbeddings(readCatalogKey(change.key).companyId);
    }
  }

  listener = await ChangeListener.open({
    connection: db.connectionConfig,
    onChange: applyChange,
    onGap() {
      rows.clear();
      catalog.forgetAll();
    },
    onError: (error) => log.warn({ err: error }, "changes made by other servers cannot be received"),
    onSilent: (sessions) =>
      log.warn(
        { sessions },
        "a change waited a second for a server that does not respond. Its process may be stopped or overloaded: find it by the address and port of its session in the database, and restart it",
      ),
    now: () => performance.now(),
  });
  opened.keep("changes", listener);
  return {
    changes: listener,
    rows,
    catalog,
    embedWhenChanged(add) {
      addEmbedding = add;
    },
  };
}

/** Starts the jobs that this process may take up. */
async function startJobs(deps: Deps, embedder: Embedder | null): Promise<void> {
  const { config, db, jobs, signingKeys, clock } = deps;
  const { kysely } = db.background;
  await jobs.start({
    "refresh-objects": (data) => refreshObjects(deps, data),
    "refresh-objects-given-up": (data) => giveUpRefresh(deps, data),
    "prune-history": async () => {
      await deleteOldRows(kysely, config.historyDays, clock());
      await jobs.pruneRevocations();
      await signingKeys.rotate(clock());
    },
    "revoke-tokens": (data, attempt) => runRevocation(deps, data, attempt),
    "count-history": (_data, signal) => countHistory(kysely, signal),
    ...(embedder && {
      "embed-tools": (data) => {
        const files = openVectorFiles(findCacheDir(config), embedder.model);
        return embedTools(kysely, embedder, files, data);
      },
    }),
  });
}

/** Adds jobs in the background. Each server adds one for each change that it hears of, and the database keeps one of them. */
const openEmbeddingQueue =
  ({ jobs, log }: Pick<Deps, "jobs" | "log">) =>
  (applicationId: number): void => {
    jobs.addEmbedding(applicationId).catch((error: unknown) => {
      log.warn({ err: error, applicationId }, "the tools of an application will not be found by meaning");
    });
  };

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

const openConfiguredEmbedder = (config: Config, log: Logger): Promise<Embedder> =>
  openEmbedder(findCacheDir(config), log);

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

/** The order in which parts are closed: each before those it uses. */
const closeOrder = [
  "history",
  "last used",
  "egress",
  "search",
  "embedder",
  "imports",
  "jobs",
  "announcement",
  "limiter",
  "changes",
  "database",
] as const;

type PartName = (typeof closeOrder)[number];

/** The parts that have been opened so far. */
class OpenedParts {
  readonly #parts = new Map<PartName, { close(): Promise<void> }>();

  keep<Part extends { close(): Promise<void> }>(name: PartName, part: Part): Part {
    this.#parts.set(name, part);
    return part;
  }

  /** Lists them in the order in which they are closed. */
  list(): ServerPart[] {
    return closeOrder.flatMap((name) => {
      const part = this.#parts.get(name);
      return part === undefined ? [] : [{ name, close: () => part.close() }];
    });
  }
}
