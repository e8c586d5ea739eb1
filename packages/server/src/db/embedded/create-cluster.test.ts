import { execFile } from "node:child_process";
import { access, cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openOrCreateCluster } from "./create-cluster.ts";
import { makeReadable } from "./make-readable.ts";
import { choosePostgresAccount } from "./postgres-account.ts";
import { locatePostgresBinaries } from "./postgres-binaries.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bowline-cluster-"));
});

afterEach(() => rm(folder, { recursive: true }));

test("creates a cluster with programs whose path a shell would read as another one", async () => {
  const account = await choosePostgresAccount(join(folder, "postgres"));
  const installed = await locatePostgresBinaries(account);
  const moved = join(folder, "co$HOME \"`x`'");
  await cp(dirname(dirname(installed.initdb)), moved, { recursive: true, verbatimSymlinks: true });
  await makeReadable(folder);
  const binaries = { ...installed, initdb: join(moved, "bin", "initdb") };
  const cluster = await openOrCreateCluster(folder, binaries, account);
  await expect(access(join(cluster.folder, "PG_VERSION"))).resolves.toBeUndefined();
});

test("creates a cluster while the initdb of a start that was killed still writes", async () => {
  const account = await choosePostgresAccount(join(folder, "postgres"));
  const binaries = await locatePostgresBinaries(account);
  const unfinished = join(folder, "postgres.new", "base");
  await mkdir(unfinished, { recursive: true });
  const killed = writeFor(1000, unfinished);
  await vi.waitFor(async () => expect(await readdir(unfinished)).not.toEqual([]));
  const cluster = await openOrCreateCluster(folder, binaries, account);
  await killed;
  await expect(access(join(cluster.folder, "PG_VERSION"))).resolves.toBeUndefined();
  expect((await readdir(folder)).sort()).toEqual(["postgres", "postgres.password"]);
});

/** Writes files into a folder for a time, or until it is gone. */
async function writeFor(durationMs: number, into: string): Promise<void> {
  const program = `
    const end = Date.now() + ${durationMs};
    for (let count = 0; Date.now() < end; count++) {
      require("node:fs").writeFileSync(process.argv[1] + "/" + count, "");
    }`;
  await promisify(execFile)(process.execPath, ["-e", program, into]).catch(() => {});
}
