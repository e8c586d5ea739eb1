import type { Environment } from "@bowline/catalog";
import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.ts";

/** Reads the environments of an application before an import replaces them. Empty: it is new, or an Admin has set its address. */
export async function loadEnvironments(
  db: Kysely<Schema>,
  companyId: number | null,
  slug: string,
): Promise<Environment[]> {
  const { rows } = await sql<{ environments: Environment[] | null }>`
    select definition -> 'environments' as environments from application
    where coalesce(company_id, 0) = ${companyId ?? 0} and slug = ${slug} and coalesce(presentation ->> 'baseUrl', '') = ''
  `.execute(db);
  return rows[0]?.environments ?? [];
}

/**
 * Lets connections follow an environment that has another name now. It is the one with the same address, or the only one before.
 * Connections of an environment that has gone are stopped: what was meant for a sandbox must not reach the first environment.
 * They go on when it is back.
 *
 * @returns how many were stopped
 */
export async function moveEnvironments(
  db: Kysely<Schema>,
  applicationId: number,
  before: readonly Environment[],
  after: readonly Environment[],
): Promise<number> {
  if (before.length === 0) {
    return 0;
  }
  const names = after.map(({ name }) => name);
  const lost = before.filter(({ name }) => !names.includes(name));
  const moved = lost.flatMap(({ name, serverUrl }) => {
    const same =
      after.find((one) => one.serverUrl === serverUrl) ?? (before.length === 1 ? after[0] : undefined);
    return same === undefined ? [] : [{ from: name, to: same.name }];
  });
  await sql`update connection set environment = moved.to_name
    from unnest(${moved.map(({ from }) => from)}::text[], ${moved.map(({ to }) => to)}::text[]) as moved(from_name, to_name)
    where application_id = ${applicationId} and environment = moved.from_name`.execute(db);
  await sql`update connection set status = 'active', status_reason = null
    where application_id = ${applicationId} and status = 'error' and environment = any(${names})`.execute(db);
  const gone = lost.map(({ name }) => name).filter((name) => !moved.some(({ from }) => from === name));
  const stopped = await sql`update connection set status = 'error', status_reason = format(
      'The application no longer has the environment "%s". Nothing is sent until the connection''s owner chooses one of %s. That is done with PATCH /v1/connections/%s and {"environment": "…"}.',
      environment, ${names.join(", ")}::text, connection_id)
    where application_id = ${applicationId} and status = 'active' and environment = any(${gone})`.execute(db);
  return Number(stopped.numAffectedRows ?? 0);
}
