import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";
import { hashArtefactId } from "./oauth-artefacts.ts";

/** About the most codes of devices that nobody has allowed. Anybody can ask for codes. At most 6 KB each. */
const openAtMost = 20_000;

/**
 * Makes room for the code of a device, by deleting the oldest ones of the network address that has most. Nobody is refused: a flood
 * from one address deletes its own codes, and one from everywhere leaves a code minutes to be used (decisions D56a).
 *
 * @param most for tests
 */
export async function makeRoomForDeviceCode(db: Kysely<Schema>, most = openAtMost): Promise<void> {
  const open = sql`model = 'DeviceCode' and grant_jti is null`;
  const { rows } = await sql<{
    count: string;
  }>`select count(*) from oauth_artefact where ${open}`.execute(db);
  const tooMany = Number(rows[0]?.count ?? 0) - most + 1;
  if (tooMany <= 0) {
    return;
  }
  // Some more, since it is not called for each code.
  await sql`delete from oauth_artefact where ctid = any(array(
    select ctid from (
      select ctid, expires_date, count(*) over (partition by network_hash) as share from oauth_artefact where ${open}
    ) counted order by share desc, expires_date limit ${tooMany + Math.floor(most / 100)})) and ${open}`.execute(
    db,
  );
}

/** Of two requests that a device sends in time, a network may deliver the first late. */
const toleranceSeconds = 1;

/**
 * Notes that a device asks for its tokens, and makes one that asks too often wait five seconds longer from now on (RFC 8628 §3.5).
 * The database tells the time for all servers.
 *
 * @param id of the device's code
 * @returns null when it asks in time, else the seconds that it has to wait between its requests
 */
export async function notePoll(db: Kysely<Schema>, id: string): Promise<number | null> {
  const polled = () =>
    db
      .updateTable("oauth_artefact")
      .set({ polled_date: sql<Date>`clock_timestamp()` })
      .where("model", "=", "DeviceCode")
      .where("id_hash", "=", hashArtefactId(id))
      .returning("poll_seconds as seconds");
  const inTime = await polled()
    .where(
      sql<boolean>`(polled_date is null or clock_timestamp() >= polled_date + make_interval(secs => poll_seconds - ${toleranceSeconds}))`,
    )
    .executeTakeFirst();
  const tooSoon =
    inTime === undefined &&
    (await polled().set({ poll_seconds: sql<number>`poll_seconds + 5` }).executeTakeFirst());
  return tooSoon ? tooSoon.seconds : null;
}
