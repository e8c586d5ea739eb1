import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = dirname(import.meta.dirname);

test("the server is built when it is missing or its sources changed, also by several starts at once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bowline-build-"));
  try {
    const parts = ["contract/src", "contract/package.json", "catalog/src", "catalog/package.json"];
    for (const part of [...parts, "server/src", "server/package.json"]) {
      await cp(join(root, "packages", part), join(folder, "packages", part), { recursive: true });
    }
    for (const part of ["package.json", "package-lock.json", "tsconfig.json", "scripts"]) {
      await cp(join(root, part), join(folder, part), { recursive: true });
    }
    await linkPackages(folder);
    const dist = join(folder, "packages/server/dist");
    const source = join(folder, "packages/server/src/main.ts");

    const [one = "", other] = await Promise.all([findProgram(folder), findProgram(folder)]);
    expect(dirname(one)).toBe(dist);
    expect(other).toBe(one);
    expect(await readFile(one, "utf8")).not.toContain("added by a test");
    const named = new Set<string>();
    const built = await readdir(dist);
    for (const name of built.filter((each) => each.endsWith(".js"))) {
      const code = await readFile(join(dist, name), "utf8");
      // Both load Node's own fetch or undici's, which a server that only runs tools does without.
      expect(code, name).not.toMatch(/from "node:http"|kMockAgentSet/);
      // An escape in a raw text would be another text.
      expect(code, name).not.toMatch(/[^\0-\x7f]|\braw`[^`]*\\u[0-9a-f]{4}/);
      // The programs of threads and of SQLite.
      for (const [, program = ""] of code.matchAll(/new URL\("\.\/([\w-]+\.\w+)"/g)) {
        expect(built).toContain(program);
        named.add(program.replace(/-[0-9a-f]{16}\.js$/, ""));
      }
    }
    expect([...named].sort()).toEqual([
      "check-worker",
      "embed-thread",
      "fit-worker",
      "import-body-worker",
      "import-worker",
      "mask-worker",
      "response-worker",
      "scalar-worker",
      "sqlite-program",
      "stored-output-worker",
      "watchdog",
    ]);

    const longGone = join(dist, "main-0123456789abcdef.js");
    await writeFile(longGone, "");
    await writeFile(join(dist, "former.json"), JSON.stringify({ [basename(longGone)]: 0 }));
    await appendFile(source, '\nprocess.title = "added by a test";\n');
    const next = await findProgram(folder);
    expect(await readFile(next, "utf8")).toContain("added by a test");
    expect(await findProgram(folder)).toBe(next);
    const left = await readdir(dist);
    // A server that runs may still need the parts of the earlier one.
    expect(left).toContain(basename(one));
    expect(left).not.toContain(basename(longGone));
    expect(left.filter((name) => !name.endsWith(".js"))).toEqual(["former.json"]);

    await appendFile(source, "\nthis is no program\n");
    expect(await findProgram(folder)).toBe(source);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);

/** Gives a copy all installed packages. Those of the project are its own. */
async function linkPackages(folder: string): Promise<void> {
  const own = join(folder, "node_modules", "@bowline");
  await mkdir(own, { recursive: true });
  for (const name of await readdir(join(root, "node_modules"))) {
    if (name !== "@bowline") {
      await symlink(join(root, "node_modules", name), join(folder, "node_modules", name));
    }
  }
  for (const name of ["contract", "catalog", "server"]) {
    await symlink(join(folder, "packages", name), join(own, name));
  }
}

/** What `npm start` would run in that folder. */
async function findProgram(folder: string): Promise<string> {
  const script = `import { findServerProgram } from ${JSON.stringify(join(folder, "scripts/server-build.mjs"))};
    process.stdout.write(findServerProgram(process.execPath));`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const output: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  await once(child, "close");
  return Buffer.concat(output).toString();
}
