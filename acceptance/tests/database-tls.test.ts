import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encryptDatabase } from "../support/encrypt-database.ts";
import { type MadeCertificate, makeCertificate } from "../support/make-certificate.ts";
import { type OutsideDatabase, startOutsideDatabase } from "../support/outside-database.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import { startFailingServer, startServer } from "../support/start-server.ts";

describeOwnServer("a database that encrypts its connections", () => {
  let database: OutsideDatabase;
  let authority: MadeCertificate;
  const masterKey = randomBytes(32).toString("base64");
  beforeAll(async () => {
    database = await startOutsideDatabase();
    authority = makeCertificate("Authority of the database");
    await encryptDatabase(database, makeCertificate("Database", authority));
  });
  afterAll(() => database?.[Symbol.asyncDispose]());

  const settings = (query: string) => ({
    DATABASE_URL: `${database.url}?${query}`,
    BOWLINE_MASTER_KEY: masterKey,
  });

  test.each(["require", "verify-full"])(
    "is refused with sslmode=%s while nobody vouches for it, and the log says the way out",
    proves("operations.bad-settings"),
    async (mode) => {
      const { exitCode, log } = await startFailingServer(settings(`sslmode=${mode}`));
      expect(exitCode).not.toBe(0);
      expect(log).toMatch(/certificate.*sslrootcert.*sslmode=no-verify/);
      expect(log).not.toContain("SECURITY WARNING");
    },
  );

  test("is used with the certificate of its authority", proves("operations.database-url"), async () => {
    const file = join(database.dataFolder, "authority.pem");
    await writeFile(file, authority.certificate);
    await using server = await startServer(settings(`sslmode=verify-full&sslrootcert=${file}`));
    expect((await fetch(`${server.baseUrl}/health/ready`)).status).toBe(200);
    expect(await listEncrypted(database)).toEqual([true]);
  });

  test(
    "whose address names a missing file is refused at once",
    proves("operations.bad-settings"),
    async () => {
      const { exitCode, log } = await startFailingServer(
        settings("sslmode=verify-full&sslrootcert=/missing.pem"),
      );
      expect(exitCode).not.toBe(0);
      expect(log).toContain("/missing.pem");
      expect(log).not.toContain("waiting for the database");
    },
  );

  test(
    "with a misspelled parameter is not used without encryption",
    proves("operations.bad-settings"),
    async () => {
      const { exitCode, log } = await startFailingServer(settings("sslmod=require"));
      expect(exitCode).not.toBe(0);
      expect(log).toContain("did you mean sslmode?");
    },
  );
});

/** The ways in which servers are connected now. */
async function listEncrypted(database: OutsideDatabase): Promise<boolean[]> {
  const rows = await query(
    database,
    "SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name LIKE 'bowline%'",
  );
  return rows.map(({ ssl }) => ssl as boolean);
}

async function query({ url }: OutsideDatabase, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
