import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";

/** The fixtures' secrets are sealed to this port, and their tokens name this address. */
export const worldPort = 18_995;
export const baseUrl = "http://127.0.0.1:18996";
export const masterKey = Buffer.alloc(32, 11).toString("base64");

/** The data in the fixture `fixtures/database-0.5.sql`. */
export const keys = {
  admin: "bwl_7trXMpRUAM6bGkur1oGP1DqIUlMa3sPZ1Ygzaj",
  person: "bwl_SZJYgdpB7dzsLUVZCWojxFIJE1we8C1K3XANaK",
  service: "bwl_CYeY4yFxIqNeFuU22ul928U6c8FvfHkJ0FQZdc",
  reading: "bwl_YYy1agj2Ug6iNDuksyCA7lVIWSVp2OV40oDJdN",
  agent: "bwl_Gb6MEkYRzjKWiTVrIEE7CGrdiUnACpfz1HdxVT",
};
export const toolsetId = "c8277f8c-e21b-4dc4-b722-a55d618af056";
export const session = "bowline-session=O3rLsKdOQGH5uA_2imI2pK-nuwnJHoigd15fILmeq0U; Path=/";
export const secondCompanyInvitation = `${baseUrl}/invitations/i-JlVrYFgJ6j5Iadm5H6uaYao6LoYtBS5u_R7eg0ics`;
export const connectUrl = `${baseUrl}/connect/ZEbMRdKHzEdRRdQyRzBz_u0omkt_WbfRHKukmOlY1Eg`;
export const pendingState = "jf2AJU8LHerAJOFGvPYDViSMAwYPMkaMLW7hO5K3018";
export const editorId = "yLY-KjYEoQEHYDikL-CfB6DMFdF6nr8892eKNfRufqL";
export const agentRefreshToken = "L98nggbbn-lpkOgAXvQThPEwmUr04oNxCA-V15Xd08x";
export const job = {
  id: "bwc_tbCp2mk3ayPryALh4OwWmg",
  secret: "PTdQPf3CmmvqvSojqnVD0C3hUkAc0i5ZH0EmdiAcv9E",
};

const template = join(import.meta.dirname, "../../templates/application/application.ts");

/** A dump of a database that was in use, in `fixtures/`. */
export interface UsedDatabase {
  file: string;
  /** The time from which its records were counted. Null: nothing was. */
  countedFrom: string | null;
}

/** Hours of its history are counted, except for one that a late record has changed. */
export const usedDatabase: UsedDatabase = {
  file: "database-0.5.sql",
  countedFrom: "2026-11-20T09:00:00Z",
};

/** Moves the history to the day before yesterday, and the ends of everything to an hour from now. */
export async function restoreUsedDatabase(url: string, { file, countedFrom }: UsedDatabase): Promise<void> {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  await database.query(readFileSync(join(import.meta.dirname, "../fixtures", file), "utf8"));
  const start = "date_trunc('hour', now()) - interval '2 days'";
  await database.query(
    `update public.execution set created_date = ${start} + history_id * interval '20 minutes'`,
  );
  if (countedFrom !== null) {
    const shift = `(${start} - timestamptz '${countedFrom}')`;
    await database.query(`update public.history_hour set hour = hour + ${shift};
      update public.history_hour_changed set hour = hour + ${shift};
      update public.history_rollup set until = until + ${shift}`);
  }
  const ending = [
    "approval",
    "connect_link",
    "invitation",
    "oauth_artefact",
    "oauth_grant",
    "session",
    "sign_in",
  ];
  for (const table of ending) {
    await database.query(`update public.${table} set expires_date = now() + interval '1 hour'`);
  }
  await database.query(`update public.session set created_date = now(), last_used_date = now();
    update public.idempotency_key set created_date = now();
    update public.connection set token_due_date = now() + interval '1 hour' where token_due_date is not null`);
  for (const table of ["oauth_artefact", "oauth_grant"]) {
    await database.query(`update public.${table} set payload = (payload::jsonb ||
      jsonb_build_object('exp', extract(epoch from now())::bigint + 3600, 'iat', extract(epoch from now())::bigint))::text`);
  }
  await database.end();
}

/** Puts the files that are not in the database into a folder: `code/` and `sqlite/shop.db`. */
export function createUsedFiles(folder: string): void {
  mkdirSync(join(folder, "code/orders"), { recursive: true });
  mkdirSync(join(folder, "sqlite"));
  const text = readFileSync(template, "utf8");
  const moved = text.replace("https://{shop}.example.com/api", `http://127.0.0.1:${worldPort}/{shop}`);
  writeFileSync(join(folder, "code/orders/application.ts"), moved);
  const database = new DatabaseSync(join(folder, "sqlite/shop.db"));
  database.exec("create table customers (id integer primary key, name text)");
  database.exec("insert into customers values (1, 'Ada'), (2, 'Bo')");
  database.close();
}
