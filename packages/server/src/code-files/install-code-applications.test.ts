import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createLogger } from "../log/logger.ts";
import { installCodeApplications } from "./install-code-applications.ts";
import { readCodeApplication } from "./read-code-application.ts";

const log = createLogger({ level: "silent", isTerminal: false });
let db: TestDatabase;
let folder: string;
let problems: { file: string; reason: string }[] = [];

beforeEach(async () => {
  db = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "bowline-code-"));
  problems = [];
  log.error = (problem: object) => void problems.push(problem as { file: string; reason: string });
});

afterEach(async () => {
  await db.drop();
  await rm(folder, { recursive: true });
});

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
}

const define = (slug: string, more = "") => `
  import { defineApplication, defineTool, z } from "bowline/application";
  const input = z.object({ text: z.string() });
  ${more}
  export const application = defineApplication({
    slug: "${slug}",
    name: "Echo",
    description: "Returns what it gets.",
    environments: [],
    tools: [
      defineTool({
        operation: "say", name: "Say", description: "Says it.", input, output: z.string(),
        hints: { readOnly: true }, run: ({ input }) => input.text,
      }),
    ],
  });`;

const install = (builtInSlugs: string[] = [], from: string | null = folder) =>
  installCodeApplications(db.kysely, log, { folder: from, builtInSlugs });

const list = async () =>
  (
    await sql<{ slug: string; tool: string; id: number; isAbsent: boolean }>`
      select a.slug, t.slug as tool, t.tool_id as id, a.is_absent as "isAbsent"
      from application a join tool t using (application_id)
      where a.source = 'code' and a.company_id is null order by a.slug`.execute(db.kysely)
  ).rows;

describe("the operator's folder", () => {
  test("gives an application for each file and each sub-folder, in TypeScript or JavaScript", async () => {
    await write("one.ts", define("one", "const typed: string = 'types are stripped';"));
    await write("two.js", define("two"));
    await write(
      "three/application.ts",
      define("three", 'import { name } from "./name.ts"; export { name };'),
    );
    await write("three/name.ts", "export const name: string = 'three';");
    await write("one.test.ts", "throw new Error();");
    await write("readme.md", "# Notes");
    await write("node_modules/other/index.js", "throw new Error();");
    const link = `${folder}-link`;
    await symlink(folder, link);
    await install([], link);
    await rm(link);
    expect(problems).toEqual([]);
    expect(await list()).toMatchObject([
      { slug: "one", tool: "one_say" },
      { slug: "three", tool: "three_say" },
      { slug: "two", tool: "two_say" },
    ]);
  });

  test("links are followed, and what they lead to has the rules of the folder", async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), "bowline-elsewhere-"));
    const part = join(elsewhere, "desk", "part.ts");
    await mkdir(dirname(part));
    await writeFile(part, 'import { z } from "zod"; export const text = z.string();');
    const desk = 'import { text } from "./part.ts"; text.parse("x");';
    await writeFile(join(elsewhere, "desk", "application.ts"), define("desk", desk));
    await writeFile(join(elsewhere, "one.ts"), define("one"));
    await symlink(join(elsewhere, "desk"), join(folder, "desk"));
    await symlink(join(elsewhere, "one.ts"), join(folder, "one.ts"));
    await install();
    expect(problems).toEqual([]);
    expect(await list()).toMatchObject([{ slug: "desk" }, { slug: "one" }]);

    const read = async () => {
      const report = await readCodeApplication({ folder, file: "desk/application.ts" });
      return "application" in report ? report.application.tools[0]?.binding : report;
    };
    const before = await read();
    await writeFile(part, 'import { z } from "zod"; export const text = z.string().min(1);');
    expect(await read()).not.toEqual(before);
    await writeFile(part, 'import "node:https"; export const text = { parse() {} };');
    expect(await read()).toMatchObject({ reason: expect.stringMatching(/^node:https is not available/) });
    await writeFile(part, 'export const text = null; throw new Error("broken");');
    expect(await read()).toEqual({ reason: "broken (part.ts:1)" });
    await rm(elsewhere, { recursive: true });
  });

  test.each([
    ["does not parse", "export const = 1;", /one\.ts:1/],
    ["throws", 'throw new Error("no settings");', /^no settings \(one\.ts:1\)$/],
    ["ends its thread", "process.exit(1);", /^It ended its thread while it was loaded\.$/],
    [
      "takes too much memory",
      'const text = JSON.stringify("x".repeat(300_000_000)); await new Promise((end) => setTimeout(end, 500)); text.at(-1);',
      /^It needs more than 256 MB of memory to be loaded\.$/,
    ],
    ["exports no application", "export const application = {};", /^It has no export `application` that/],
    ["is no application", define("My App"), /^slug: Must be a lower-case letter/],
    ["opens connections", 'import "node:https";', /^node:https is not available to applications\./],
    ["opens connections past the imports", 'process.getBuiltinModule("tls");', /^tls is not available to/],
    [
      "starts processes",
      'import "node:child_process";',
      /^node:child_process is not available to applications\.$/,
    ],
    ["sends a signal", "process.kill(process.pid);", /^process\.kill is not available to applications\./],
    ["imports what is not there", 'import "./gone.ts";', /^Cannot find module 'gone\.ts'/],
    ["fetches", 'await fetch("http://127.0.0.1");', /^fetch is not available/],
  ])("reports a file that %s, and loads the others", async (_name, text, reason) => {
    await write("one.ts", text);
    await write("two.ts", define("two"));
    await install();
    expect(problems).toEqual([{ file: "one.ts", reason: expect.stringMatching(reason) }]);
    expect(problems[0]?.reason).not.toContain(folder);
    expect(await list()).toMatchObject([{ slug: "two" }]);
  });

  test("refuses a slug that another file or a built-in application has", async () => {
    await write("a.ts", define("echo"));
    await write("b.ts", define("echo"));
    await write("c.ts", define("slack"));
    await install(["slack"]);
    expect(problems).toEqual([
      { file: "b.ts", reason: 'Its slug "echo" is that of a.ts.' },
      { file: "c.ts", reason: 'Its slug "slack" is that of a built-in application. Choose another.' },
    ]);
    expect(await list()).toMatchObject([{ slug: "echo" }]);
  });

  test("keeps ids from start to start, also through a start without the file", async () => {
    await write("one.ts", define("one"));
    await install();
    const first = await list();
    await rm(join(folder, "one.ts"));
    await install();
    expect(await list()).toEqual(first.map((row) => ({ ...row, isAbsent: true })));
    await write("other.ts", define("one"));
    await install();
    expect(await list()).toEqual(first);
    await install([], null);
    expect(await list()).toMatchObject([{ isAbsent: true }]);
  });

  test("binds tools to all the code that they run", async () => {
    const loadBinding = async () => {
      await install();
      const { rows } = await sql<{ binding: { codeHash?: string } }>`
        select binding::json as binding from tool where slug = 'three_say'`.execute(db.kysely);
      return rows[0]?.binding;
    };
    await write(
      "three/application.ts",
      define("three", 'import { name } from "./name.ts"; export { name };'),
    );
    await write("three/name.ts", "export const name = 'three';");
    const first = await loadBinding();
    expect(first).toMatchObject({ codeHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await loadBinding()).toEqual(first);
    await write("three/name.ts", "export const name = 'four';");
    expect(await loadBinding()).not.toEqual(first);
  });

  test("has the same rules for packages that lie beside it, and for those that they use", async () => {
    const addPackage = async (name: string, text: string) => {
      await write(`node_modules/${name}/package.json`, '{"type": "module", "main": "main.js"}');
      await write(`node_modules/${name}/main.js`, text);
    };
    await addPackage("part", 'export { name } from "part-of-part";');
    await write("applications/four.ts", define("four", 'import { name } from "part"; export { name };'));
    const read = async (text: string) => {
      await addPackage("part-of-part", text);
      return await readCodeApplication({ folder: join(folder, "applications"), file: "four.ts" });
    };
    expect(await read("export const name = 'four';")).toMatchObject({ application: { slug: "four" } });
    expect(await read('import "node:https"; export const name = "four";')).toMatchObject({
      reason: expect.stringMatching(/^node:https is not available/),
    });
  });

  test("leaves an application as it was when its file is broken", async () => {
    await write("one.ts", define("one"));
    await install();
    await write("one.ts", "export const = 1;");
    await install();
    expect(problems).toHaveLength(1);
    expect(await list()).toMatchObject([{ slug: "one", isAbsent: false }]);
  });

  test("must be readable", async () => {
    await expect(install([], join(folder, "gone"))).rejects.toThrow(
      "BOWLINE_CODE_APPLICATIONS: the folder cannot be read: ENOENT",
    );
  });
});
