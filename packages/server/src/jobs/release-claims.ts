import type pg from "pg";

/** A claim that is a little ahead does no harm. */
const toleratedAhead = "1 minute";

/**
 * Forgets when the queue last did what it does at intervals, where that lies ahead. The database's clock was set back then, and until it had
 * caught up no schedule would add a job, and no job of a server that died would be taken over.
 */
export async function releaseClaims(pool: Pick<pg.Pool, "query">): Promise<void> {
  const latest = `now() + interval '${toleratedAhead}'`;
  await pool.query(`update pgboss.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null
    where greatest(cron_on, bam_on, flow_on, reindex_on) > ${latest}`);
  await pool.query(`update pgboss.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
    where greatest(monitor_claim_on, monitor_on, maintain_on) > ${latest}`);
}
