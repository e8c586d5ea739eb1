import { loadInstalledSnapshot } from "../../db/catalog/built-ins.ts";
import { loadMasterKeyUse } from "../../db/master-key-use.ts";
import type { Caller } from "../../db/people/callers.ts";
import { listProcesses } from "../../db/server-processes.ts";
import { countJobs, loadDatabaseVersion } from "../../db/status.ts";
import type { Deps } from "../../deps.ts";
import type { OutputOf } from "../handler.ts";
import { renderDate } from "../page.ts";

export async function getStatus(deps: Deps, caller: Caller): Promise<OutputOf<"getStatus">> {
  const { config } = deps;
  const catalog = await deps.catalog.forCompany(caller.companyId);
  const [version, jobs, latencyMs] = await deps.db.read(async (db) => [
    await loadDatabaseVersion(db),
    await countJobs(db),
    await measureLatency(() => loadDatabaseVersion(db)),
  ]);
  const [processes, masterKey, snapshot] = await deps.db.read(async (db) => [
    await listProcesses(db),
    await loadMasterKeyUse(db),
    await loadInstalledSnapshot(db),
  ]);
  const hasBuiltIns = config.builtIns === "all" || config.builtIns.length > 0;
  return {
    version: deps.version,
    baseUrl: config.baseUrl,
    startedDate: renderDate(new Date(deps.startedMs)),
    database: { version, isEmbedded: config.databaseUrl === null, latencyMs },
    redis: config.redisUrl === null ? null : { isReady: await deps.limiter.isReady() },
    jobs,
    history: { keeps: config.history, days: config.historyDays },
    limits: {
      burst: config.rateBurst,
      hourly: config.rateHourly,
      searchBurst: config.rateSearchBurst,
      searchHourly: config.rateSearchHourly,
    },
    limitUse: await deps.limiter.readHourlyUse(caller.companyId),
    catalog: {
      applications: catalog.applications.length,
      tools: catalog.tools.length,
      builtInApplications: catalog.applications.filter(({ companyId }) => companyId === null).length,
      hiddenApplications: catalog.hiddenApplications.length,
    },
    search: config.search,
    processes: processes.map((one) => ({
      ...one,
      startedDate: renderDate(one.startedDate),
      aliveDate: renderDate(one.aliveDate),
    })),
    masterKey: { ...masterKey, since: masterKey.since === null ? null : renderDate(masterKey.since) },
    builtIns: {
      state: hasBuiltIns ? (snapshot === null ? "waiting" : "installed") : "off",
      version: snapshot?.serverVersion ?? null,
      installedDate: snapshot === null ? null : renderDate(snapshot.installedDate),
    },
  };
}

/** Milliseconds, to two places. The connection is open already. */
async function measureLatency(query: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await query();
  return Math.round((performance.now() - start) * 100) / 100;
}
