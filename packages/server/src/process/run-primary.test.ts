import { EventEmitter } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../testing/test-database.ts";
import { readConfig } from "../config/config.ts";
import { createLogger } from "../log/logger.ts";
import { runPrimary } from "./run-primary.ts";

const log = createLogger({ level: "silent", isTerminal: false });

test("a primary hears signals from the beginning, and a start that fails closes the database", async () => {
  const database = await createTestDatabase();
  const { host, port, user, password, database: name } = database.connectionConfig;
  const config = readConfig({
    BOWLINE_WORKERS: "2",
    BOWLINE_APPLICATIONS: join(tmpdir(), "bowline-no-such-file.json"),
    BOWLINE_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
    DATABASE_URL: `postgres://${user}:${password}@localhost/${name}?host=${host}&port=${port}`,
  });
  const fakeProcess = new EventEmitter() as NodeJS.Process;
  const starting = runPrimary(config, log, fakeProcess);
  expect(fakeProcess.listenerCount("SIGTERM")).toBe(1);
  await expect(starting).rejects.toThrow("bowline-no-such-file.json does not exist");
  const countConnections = async () => {
    const { rows } = await database.pool.query(
      "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    return rows.length;
  };
  await expect.poll(countConnections).toBe(0);
  await database.drop();
});
