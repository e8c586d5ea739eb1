import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const script = join(import.meta.dirname, "with-addresses.mjs");
const lock = {
  lockfileVersion: 3,
  packages: {
    "": { name: "example" },
    "node_modules/@scope/part": { version: "1.2.3", integrity: "sha512-a" },
    "node_modules/one/node_modules/two": { version: "2.0.0-beta.1", integrity: "sha512-b" },
    "node_modules/alias": { name: "real", version: "3.0.0", integrity: "sha512-c" },
    "node_modules/own": { resolved: "packages/own", link: true },
    "packages/own": { version: "0.1.0" },
  },
};
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bowline-addresses-"));
  await writeFile(join(folder, "package-lock.json"), JSON.stringify(lock));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs it with an installation, which is the body of a function, and returns what that printed. */
function run(registry: string, install: string): string {
  const code = `import { readFileSync } from "node:fs";
    import { withAddresses } from ${JSON.stringify(script)};
    withAddresses(".", ${JSON.stringify(registry)}, () => { ${install} });`;
  const args = ["--input-type=module", "--eval", code];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" }).stdout;
}

test.each(["https://registry.example/npm", "https://registry.example/npm/"])(
  "an installation knows the address of every package at %s, and the lock file stays as it is",
  async (registry) => {
    const seen = JSON.parse(
      run(registry, `process.stdout.write(readFileSync("npm-shrinkwrap.json", "utf8"));`),
    );
    const addresses = Object.fromEntries(
      Object.entries(seen.packages as Record<string, { resolved?: string }>).map(([path, { resolved }]) => [
        path,
        resolved,
      ]),
    );
    expect(addresses).toEqual({
      "": undefined,
      "node_modules/@scope/part": "https://registry.example/npm/@scope/part/-/part-1.2.3.tgz",
      "node_modules/one/node_modules/two": "https://registry.example/npm/two/-/two-2.0.0-beta.1.tgz",
      "node_modules/alias": "https://registry.example/npm/real/-/real-3.0.0.tgz",
      "node_modules/own": "packages/own",
      "packages/own": undefined,
    });
    expect(await readdir(folder)).toEqual(["package-lock.json"]);
    expect(JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8"))).toEqual(lock);
  },
);

test("nothing of it stays when the installation fails", async () => {
  run("https://registry.example/", `throw new Error("no space");`);
  expect(await readdir(folder)).toEqual(["package-lock.json"]);
});
