import type { Environment } from "@bowline/catalog";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

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

/** A name that counts its likes, such as `server-2`, says only where the server stands in the document. */
const isCounted = (name: string): boolean => /-\d+$/.test(name);

/**
 * Lets servers that a document does not describe keep their names, and gives no such name to another server. Else a connection would
 * use another address of the same origin, unsaid.
 */
export function keepNames(before: readonly Environment[], after: readonly Environment[]): Environment[] {
  const known = new Map(before.map(({ name, serverUrl }) => [serverUrl, name]));
  const earlier = new Set(before.map(({ name }) => name));
  const kept = after.map(({ name, serverUrl }) => {
    const own = known.get(serverUrl);
    const keeps = own !== undefined && (isCounted(name) || (isCounted(own) && earlier.has(name)));
    return keeps ? own : null;
  });
  const used = new Set([...earlier, ...after.map(({ name }) => name)]);
  return after.map((environment, index) => {
    const { name, serverUrl } = environment;
    const isOfAnother =
      kept.includes(name) || (isCounted(name) && earlier.has(name) && !known.has(serverUrl));
    return { ...environment, name: kept[index] ?? (isOfAnother ? countOn(name, used) : name) };
  });
}

/** Returns the next free name, and takes it. */
function countOn(name: string, used: Set<string>): string {
  const base = name.replace(/-\d+$/, "");
  let count = 2;
  while (used.has(`${base}-${count}`)) {
    count++;
  }
  used.add(`${base}-${count}`);
  return `${base}-${count}`;
}

/**
 * Lets connections follow an environment that has another name now. It is the one with the same address, or the only one before.
 * Connections of an environment that has gone are stopped: what was meant for a sandbox must not reach the first environment.
 * They go on when it is back at its address.
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
    where application_id = ${applicationId} and environment = moved.from_name and status <> 'error'`.execute(
    db,
  );
  await sql`update connection set status = 'active', status_reason = null
    from unnest(${names}::text[], ${after.map(({ serverUrl }) => serverUrl)}::text[]) as known(name, url)
    where application_id = ${applicationId} and status = 'error' and environment = known.name and (
      starts_with(status_reason, format('The application no longer has the environment "%s" at %s. ', known.name, known.url))
      or status_reason not like 'The application no longer has the environment "%" at %')`.execute(db);
  const gone = lost.filter(({ name }) => !moved.some(({ from }) => from === name));
  const stopped = await sql`update connection set status = 'error',
      status_reason = format('The application no longer has the environment "%s" at %s. ', environment, gone.url)
    from unnest(${gone.map(({ name }) => name)}::text[], ${gone.map(({ serverUrl }) => serverUrl)}::text[]) as gone(name, url)
    where application_id = ${applicationId} and status <> 'error' and environment = gone.name`.execute(db);
  await describeStopped(db, applicationId, after);
  return Number(stopped.numAffectedRows ?? 0);
}

/** Says what the owners of stopped connections can choose from now. The first sentence stays: by it a connection goes on. */
async function describeStopped(
  db: Kysely<Schema>,
  applicationId: number,
  after: readonly Environment[],
): Promise<void> {
  const names = after.map(({ name }) => name);
  await sql`with known as (
      select * from unnest(${names}::text[], ${after.map(({ serverUrl }) => serverUrl)}::text[]) as known(name, url)
    ), stopped as (
      select connection_id, environment, status_reason,
        format('The application no longer has the environment "%s" at ', environment) as beginning
      from connection where application_id = ${applicationId} and status = 'error'
    )
    update connection set status_reason = concat(
      beginning, split_part(substr(stopped.status_reason, length(beginning) + 1), '. ', 1), '. ',
      case when known.url is not null then format('It has one of that name at %s. ', known.url) end,
      format('Nothing is sent until the connection''s owner chooses one of %s. That is done with PATCH /v1/connections/%s and {"environment": "…"}.',
        ${names.join(", ")}::text, connection.connection_id))
    from stopped left join known on known.name = stopped.environment
    where connection.connection_id = stopped.connection_id and starts_with(stopped.status_reason, beginning)`.execute(
    db,
  );
}
