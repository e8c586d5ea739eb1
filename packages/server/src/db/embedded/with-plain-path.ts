import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { makeReadable } from "./make-readable.ts";

/** initdb runs programs in a shell, and writes their path between double quotes as it is. */
const meansSomethingInQuotes = /["$`\\\n]/;

/**
 * Calls `run` with the path of initdb. When a shell would read that path as another one, it is the path of a copy in the temporary
 * folder, which is deleted afterward.
 *
 * @throws Error when the temporary folder has such a path, too
 */
export async function withPlainPath<Result>(
  initdb: string,
  run: (initdb: string) => Promise<Result>,
): Promise<Result> {
  if (process.platform === "win32" || !meansSomethingInQuotes.test(initdb)) {
    return run(initdb);
  }
  const copy = await mkdtemp(join(tmpdir(), "bowline-postgres-"));
  try {
    if (meansSomethingInQuotes.test(copy)) {
      throw new Error(
        `PostgreSQL cannot create a database from ${initdb}, because the path has one of the characters $, ", \` and \\. Move Bowline to another folder, or set DATABASE_URL to a PostgreSQL of your own.`,
      );
    }
    await cp(dirname(dirname(initdb)), copy, { recursive: true, verbatimSymlinks: true });
    await makeReadable(copy);
    return await run(join(copy, "bin", "initdb"));
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
