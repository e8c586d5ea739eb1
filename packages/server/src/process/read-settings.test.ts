import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ConfigError } from "../config/config.ts";
import { findSqliteProblem, readSettings } from "./read-settings.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bowline-settings-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function listProblems(env: Record<string, string>): Promise<string[]> {
  const error: unknown = await readSettings(env).catch((refusal: unknown) => refusal);
  return error instanceof ConfigError ? error.problems : [];
}

test("the problems of values and of the files that they name come together", async () => {
  const missing = join(folder, "missing");
  const file = join(folder, "file");
  await writeFile(file, '{"github": {"*": {\n"clientId" "canary"}}}');
  const problems = await listProblems({
    PORT: "many",
    BOWLINE_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
    DATABASE_URL: `postgres://bowline@localhost/bowline?sslmode=verify-full&sslrootcert=${missing}`,
    BOWLINE_BUILT_INS: "githup",
    BOWLINE_APPLICATIONS: missing,
    BOWLINE_CACHE_DIR: join(file, "cache"),
    BOWLINE_OAUTH_CLIENTS: file,
    BOWLINE_CODE_APPLICATIONS: missing,
  });
  expect(problems).toEqual([
    "PORT: must be a whole number from 0 to 65535",
    `DATABASE_URL: the file ${missing} of its sslrootcert does not exist.`,
    expect.stringContaining("BOWLINE_BUILT_INS names githup"),
    `BOWLINE_APPLICATIONS: the file ${missing} does not exist.`,
    `BOWLINE_CACHE_DIR: the folder ${join(file, "cache")} cannot be made (EEXIST).`,
    `BOWLINE_OAUTH_CLIENTS: the file ${file} is not valid JSON: look at line 2, column 12.`,
    `BOWLINE_CODE_APPLICATIONS: the folder ${missing} does not exist.`,
  ]);
});

test("every fault of a file is said in plain words, without its values", async () => {
  const file = join(folder, "clients.json");
  const clients = { github: { "*": { clientID: "canary", tokenHosts: ["https://canary/"] } }, slack: [] };
  await writeFile(file, JSON.stringify(clients));
  const problems = await listProblems({ BOWLINE_OAUTH_CLIENTS: file });
  const place = `BOWLINE_OAUTH_CLIENTS: the file ${file} is wrong at`;
  expect(problems).toEqual([
    `${place} github.*.clientId: Is missing. Send a string.`,
    expect.stringContaining(`${place} github.*.tokenHosts[0]: Must be a host such as`),
    `${place} github.*.clientID: There is no such member. Did you mean "clientId"?`,
    `${place} slack: Must be an object, not a list.`,
  ]);
  expect(problems.join()).not.toContain("canary");
});

test("the cache folder may be read by other users' servers, unless it is in the data folder", async () => {
  const cache = join(folder, "made", "cache");
  await readSettings({ BOWLINE_CACHE_DIR: cache });
  expect((await stat(cache)).mode & 0o777).toBe(0o777 & ~process.umask());
  const data = join(folder, "data");
  await readSettings({ BOWLINE_DATA_DIR: data, BOWLINE_CACHE_DIR: join(data, "cache") });
  await expect(stat(data)).rejects.toThrow("ENOENT");
});

test("a folder for SQLite that is not there is a problem that does not stop the start", async () => {
  const missing = join(folder, "missing");
  await expect(readSettings({ BOWLINE_SQLITE_DIR: missing })).resolves.toMatchObject({ sqliteDir: missing });
  expect(await findSqliteProblem(missing)).toBe("does not exist");
  expect(await findSqliteProblem(folder)).toBeNull();
  expect(await findSqliteProblem(null)).toBeNull();
});
