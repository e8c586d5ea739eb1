import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer } from "../acceptance/support/start-server.ts";
import { findDifferences, listTexts, readShownJson } from "./guide-blocks.ts";

const root = join(import.meta.dirname, "..");
const guide = await readFile(join(root, "docs/code-applications.md"), "utf8");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bowline-code-guide-"));
});
afterAll(() => rm(folder, { recursive: true }));

function runScript(commands: readonly string[], port = 0): string {
  const script = commands.join("\n").replaceAll("localhost:4400", `localhost:${port}`);
  const run = spawnSync("bash", ["-e", "-o", "pipefail", "-c", script], { cwd: folder, encoding: "utf8" });
  expect(run.status, run.stderr).toBe(0);
  return run.stdout;
}

describe("the guide to applications in code", () => {
  it("has commands that make and run an application", async () => {
    const commands = listTexts(guide, "sh");
    const start = commands.findIndex((command) => command.includes("npm start"));
    expect(start).toBeGreaterThan(0);
    runScript(commands.slice(1, start));
    const server = await startServer({ BOWLINE_CODE_APPLICATIONS: join(folder, "applications") });
    try {
      await symlink(server.dataDir, join(folder, ".bowline"));
      const calls = [commands[0] ?? "", ...commands.slice(start + 1)];
      const output = runScript(calls, Number(new URL(server.baseUrl).port));
      expect(JSON.parse(output)).toMatchObject({ isSuccess: true, output: { greeting: "Hello, Ada!" } });
      const [shown = ""] = listTexts(guide, "json");
      expect(findDifferences(readShownJson(shown), JSON.parse(output))).toEqual([]);
    } finally {
      await server[Symbol.asyncDispose]();
    }
  });

  it("has code that compiles with the template's settings, and so does the template", async () => {
    const place = join(folder, "code");
    await mkdir(place);
    const settings = await readFile(join(root, "templates/application/tsconfig.json"), "utf8");
    const form = join(root, "packages/catalog/src/code/form.ts");
    await writeFile(join(place, "tsconfig.json"), settings.replace("BOWLINE_FORM", form));
    const blocks = [
      await readFile(join(root, "templates/application/application.ts"), "utf8"),
      ...listTexts(guide, "ts"),
      ...listTexts(guide, "sh").flatMap((block) => /<<'TS'\n(.*?)^TS$/ms.exec(block)?.[1] ?? []),
    ];
    expect(blocks).toHaveLength(6);
    for (const [index, block] of blocks.entries()) {
      await writeFile(join(place, `block-${index}.ts`), block);
    }
    const tsc = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", place], {
      encoding: "utf8",
    });
    expect(tsc.status, tsc.stdout).toBe(0);
    await writeFile(join(place, "wrong.ts"), (blocks[0] ?? "").replace("input.id", "input.number"));
    const failed = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", place], {
      encoding: "utf8",
    });
    expect(failed.stdout).toContain("Property 'number' does not exist");
  });
});
