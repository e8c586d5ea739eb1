import { access, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
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
