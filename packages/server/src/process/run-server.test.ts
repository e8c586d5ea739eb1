import { EventEmitter, once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../testing/test-database.ts";
import { readConfig } from "../config/config.ts";
import { createLogger } from "../log/logger.ts";
import { runServer } from "./run-server.ts";

const log = createLogger({ level: "silent", isTerminal: false });

test("a start that fails at the port closes every part that it opened", async () => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "bowline-start-"));
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const { host, port: databasePort, user, password, database: name } = database.connectionConfig;
  const config = readConfig({
    BOWLINE_BUILT_INS: "off",
    PORT: String(port),
    BOWLINE_DATA_DIR: dataDir,
    BOWLINE_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
    DATABASE_URL: `postgres://${user}:${password}@localhost/${name}?host=${host}&port=${databasePort}`,
  });
  const fakeProcess = new EventEmitter() as NodeJS.Process;
  await expect(runServer(config, log, fakeProcess)).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use`);
  const countListeners = async () => {
    const { rows } = await database.pool.query(
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'bowline-changes'",
    );
    return rows.length;
  };
  await expect.poll(countListeners).toBe(0);
  other.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});
