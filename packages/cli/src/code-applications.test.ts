import { spawnSync } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/run-bowline.ts";

let bowline: CommandLine;

beforeAll(async () => {
  bowline = await openCommandLine({});
});

afterAll(() => bowline[Symbol.asyncDispose]());

/** Runs a command that must succeed and returns its output. */
async function print(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await bowline.run(args);
  expect(exitCode, stderr).toBe(0);
  return stdout;
}

describe("applications in code", () => {
  it("begin as a template, and are tested before the server has them", async () => {
    const folder = join(bowline.home, "parcels");
    await print("app", "new", folder);
    expect((await bowline.run(["app", "new", folder])).exitCode).toBe(2);
    expect((await bowline.run(["app", "new", join(bowline.home, "Not a slug!")])).exitCode).toBe(2);
    expect(await print("app", "test", folder)).toBe("application.ts\tparcels: 3 tools\n");
    const spaced = join(bowline.home, "my parcels");
    expect(await print("app", "new", spaced, "--slug", "mine")).toContain(`bowline app test "${spaced}"`);
    const file = join(folder, "application.ts");
    const written = await readFile(file, "utf8");
    await writeFile(
      join(folder, "application.test.ts"),
      `import { test } from "node:test";
       import { application } from "./application.ts";
       test("the name", ({ assert }) => assert.equal(application.definition?.name ?? "Parcels", "Parcels"));`,
    );
    const tested = JSON.parse(await print("app", "test", folder, "--json"));
    expect(tested).toMatchObject({
      isSuccess: true,
      applications: [{ slug: "parcels" }],
      typeErrors: null,
      tests: { isSuccess: true },
    });
    await writeFile(file, written.replace('slug: "parcels"', 'slug: "Not a slug"'));
    const failed = await bowline.run(["app", "test", folder]);
    expect(failed.exitCode).toBe(3);
    expect(failed.stdout).toContain("slug: Must be a lower-case letter");
    const one = await bowline.run(["app", "test", file]);
    expect(one.exitCode).toBe(2);
    expect(one.stderr).toContain("is a file. Name its folder");
    expect((await bowline.run(["app", "test", join(bowline.home, "nowhere")])).exitCode).toBe(2);
  });

  it("without a tsconfig.json have their types checked, too, and get a slug that the server takes", async () => {
    const folder = join(bowline.home, "folder");
    await print("app", "new", join(folder, "our-parcels"), "--name", "Ours $& theirs");
    const file = join(folder, "our-parcels", "application.ts");
    const written = await readFile(file, "utf8");
    expect(written).toContain('name: "Ours $& theirs"');
    expect(written).toContain("our_parcels_list gives it");
    expect(await print("app", "test", folder)).toBe("our-parcels/application.ts\tour-parcels: 3 tools\n");
    const others = { github: "github", second: "our-parcels" };
    for (const [name, slug] of Object.entries(others)) {
      await print("app", "new", join(folder, name), "--slug", slug);
    }
    const refused = await bowline.run(["app", "test", folder]);
    expect(refused.exitCode).toBe(3);
    expect(refused.stdout).toContain('Its slug "github" is that of a built-in application.');
    expect(refused.stdout).toContain('Its slug "our-parcels" is that of our-parcels/application.ts.');
    for (const name of Object.keys(others)) {
      await rm(join(folder, name), { recursive: true });
    }
    await writeFile(file, written.replace("total: z.number()", "total: z.number().minimum(1)"));
    const wrong = await bowline.run(["app", "test", folder]);
    expect(wrong.exitCode, wrong.stdout).toBe(3);
    expect(wrong.stdout).toContain("Property 'minimum' does not exist");
    expect((await bowline.run(["app", "new", join(bowline.home, "p".repeat(33))])).exitCode).toBe(2);
  });
});

describe("a server's installation, which has no compiler", () => {
  it("says that the types of applications were not checked", async () => {
    const launcher = await copyWithoutCompiler(join(bowline.home, "installation"));
    const folder = join(bowline.home, "unchecked");
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [launcher, ...args], {
        encoding: "utf8",
        env: { ...process.env, HOME: bowline.home },
      });
    expect(run("app", "new", folder).status).toBe(0);
    const { status, stdout, stderr } = run("app", "test", folder);
    expect(status, stderr).toBe(0);
    expect(stdout).toBe("application.ts\tunchecked: 3 tools\n");
    expect(stderr).toMatch(/^The types were not checked, .* `npm ci` in \S+installation\/ installs it\.\n$/);
  });
});

/** Copies what the command line needs of this checkout. Returns the path of its program. */
async function copyWithoutCompiler(folder: string): Promise<string> {
  const root = join(import.meta.dirname, "..", "..", "..");
  const filter = (path: string) => !/[/\\](node_modules|dist)$/.test(path);
  for (const part of ["cli", "sdk", "contract", "catalog", "server"].map((name) => `packages/${name}`)) {
    await cp(join(root, part), join(folder, part), { recursive: true, filter });
  }
  await cp(join(root, "templates"), join(folder, "templates"), { recursive: true });
  await mkdir(join(folder, "node_modules", "@bowline"), { recursive: true });
  for (const name of await readdir(join(root, "node_modules"))) {
    if (!["typescript", "@typescript", "@bowline"].includes(name)) {
      await symlink(join(root, "node_modules", name), join(folder, "node_modules", name));
    }
  }
  for (const name of ["sdk", "contract", "catalog", "server"]) {
    await symlink(join(folder, "packages", name), join(folder, "node_modules", "@bowline", name));
  }
  await symlink(join(root, "packages/cli/node_modules"), join(folder, "packages/cli/node_modules"));
  return join(folder, "packages/cli/bin/bowline.mjs");
}
