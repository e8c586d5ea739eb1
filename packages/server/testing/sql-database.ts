import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import pg from "pg";
import { inject } from "vitest";
import { createProxy } from "./create-proxy.ts";

/** A PostgreSQL database that tools may be connected to, with a role of its own. */
export interface SqlDatabase {
  name: string;
  /** On 127.0.0.1. The test database itself listens only on a socket in a folder. */
  port: string;
  user: string;
  password: string;
  /** A connection of the superuser. */
  owner: pg.Client;
  close(): Promise<void>;
}

/**
 * Creates an empty database and a role without rights.
 *
 * @param encoding of its texts. Default: UTF-8
 */
export async function createSqlDatabase(encoding = "UTF8"): Promise<SqlDatabase> {
  const address = inject("testDatabaseServer");
  const id = randomBytes(6).toString("hex");
  const name = `sql_${id}`;
  const user = `reader_${id}`;
  const password = "pa'ss-word\"1";
  const admin = new pg.Client({ ...address, database: "postgres" });
  await admin.connect();
  const other = encoding === "UTF8" ? "" : ` TEMPLATE template0 ENCODING '${encoding}' LOCALE 'C'`;
  await admin.query(`CREATE DATABASE ${name}${other}`);
  await admin.query(`CREATE ROLE ${user} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
  const owner = new pg.Client({ ...address, database: name });
  await owner.connect();
  const relay = createProxy(() => connect(`${address.host}/.s.PGSQL.${address.port}`));
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  return {
    name,
    port: String((relay.address() as AddressInfo).port),
    user,
    password,
    owner,
    async close() {
      await owner.end();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.query(`DROP ROLE ${user}`);
      await admin.end();
      relay.close();
    },
  };
}
