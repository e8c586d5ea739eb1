import { execFile, execFileSync } from "node:child_process";
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decideConnectLink } from "../testing/decide-connect-link.ts";
import { type ModelServer, openModelServer } from "../testing/open-model-server.ts";
import { openWorld, type World } from "../testing/open-world.ts";
import { installPackedSdk } from "../testing/packed-project.ts";
import { createServiceToken } from "../testing/service-token.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..", "..");
const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
const largestBytes = 6400;

/** An empty project with the packed SDK. */
let project: string;
let world: World;
let model: ModelServer;

beforeAll(async () => {
  project = installPackedSdk();
  [world, model] = await Promise.all([openWorld(), openModelServer()]);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await model[Symbol.asyncDispose]();
  rmSync(project, { recursive: true });
});

function check(files: string[], ...options: string[]): void {
  const args = [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "false",
    "--module",
    "nodenext",
    "--target",
    "es2022",
  ];
  execFileSync(process.execPath, [tsc, ...args, ...options, ...files], { cwd: project, stdio: "pipe" });
}

/** The oldest Node on this machine, from 20 on. */
function findOldestNode(): { path: string; major: number } {
  const found = (process.env.PATH ?? "")
    .split(delimiter)
    .map((one) => join(one, "node"))
    .concat(process.execPath)
    .flatMap((path) => {
      try {
        const major = Number(execFileSync(path, ["--version"]).toString().slice(1).split(".")[0]);
        return major >= 20 ? [{ path, major }] : [];
      } catch {
        return [];
      }
    });
  return found.sort((one, other) => one.major - other.major)[0] ?? { path: process.execPath, major: 0 };
}

describe("the packed package", () => {
  test("contains only what is needed and depends on nothing", () => {
    const installed = join(project, "node_modules", "@bowline", "sdk");
    expect(readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "@bowline",
    ]);
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    expect(manifest).not.toHaveProperty("dependencies");
    expect(manifest).not.toHaveProperty("private");
    const files = readdirSync(installed, { recursive: true }).map(String);
    expect(files).toContain("README.md");
    expect(files.filter((name) => /\.test\.|(?<!\.d)\.ts$/.test(name))).toEqual([]);
  });

  test("has types that need no other package", () => {
    const program = `import { Bowline, type Tool } from "@bowline/sdk";
      const bowline = new Bowline({ apiKey: "x" });
      const tool: Tool = await bowline.tools.get("a");
      const { tools } = await bowline.toolset("x").for("openai");
      const name: string = tools[0]!.function.name + tool.slug;
      // @ts-expect-error There is no such member.
      tool.slugs; console.log(name);`;
    writeFileSync(join(project, "types.ts"), program);
    check(["types.ts"], "--lib", "es2022,dom");
  });

  test("takes undefined for what may be left out, also under exactOptionalPropertyTypes", () => {
    const program = `import { Bowline } from "@bowline/sdk";
      const [text, number, flag, signal] = [] as unknown as [string?, number?, boolean?, AbortSignal?];
      const bowline = new Bowline({ apiKey: "x", baseUrl: text, timeoutMs: number });
      await bowline.tools.list({ search: text, top: number }, { signal }).toArray({ limit: number });
      const options = { toolsetId: text, connectionId: number, idempotencyKey: text, dryRun: flag, signal };
      await bowline.tools.execute("a", { top: number, contextValue: text }, options);
      const { handleToolCalls } = await bowline.toolset("x").for("openai", { strict: flag });
      await handleToolCalls({ choices: [] }, { signal });`;
    writeFileSync(join(project, "undefined.ts"), program);
    check(["undefined.ts"], "--lib", "es2022,dom", "--exactOptionalPropertyTypes", "--verbatimModuleSyntax");
  });

  test("is loaded by CommonJS code, and has types there", () => {
    const program = `import { Bowline } from "@bowline/sdk";
      console.log(new Bowline({ apiKey: "x" }).baseUrl satisfies string);`;
    writeFileSync(join(project, "common.cts"), program);
    check(["common.cts"], "--lib", "es2022,dom");
    const script = 'console.log(new (require("@bowline/sdk").Bowline)({ apiKey: "x" }).baseUrl)';
    expect(execFileSync(process.execPath, ["-e", script], { cwd: project, encoding: "utf8" })).toMatch(
      /^http/,
    );
  });

  test("is installed beside earlier versions of the frameworks", () => {
    const folder = mkdtempSync(join(tmpdir(), "bowline-frameworks-"));
    const frameworks = { ai: "5.0.0", "@langchain/core": "0.3.0", "@openai/agents": "0.1.0" };
    for (const [name, version] of Object.entries(frameworks)) {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, "package.json"), JSON.stringify({ name, version }));
    }
    const archive = globSync(join(project, "*.tgz"))[0] ?? "";
    const packages = [...Object.keys(frameworks).map((name) => `./${name}`), archive];
    writeFileSync(join(folder, "package.json"), '{"private":true}');
    try {
      // npm refuses versions that do not fit.
      execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", ...packages], {
        cwd: folder,
        stdio: "pipe",
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("runs on the oldest Node that it supports", async () => {
    const { path, major } = findOldestNode();
    if (major > 22) {
      console.warn(`SKIPPED in part: the oldest Node on this machine is ${major}.`);
    }
    const program = `import { Bowline } from "@bowline/sdk";
      const bowline = new Bowline();
      console.log(process.version, await bowline.tools.run("things_create_thing", { title: "Lamp" }));`;
    writeFileSync(join(project, "run.js"), program);
    const env = { BOWLINE_URL: world.baseUrl, BOWLINE_API_KEY: world.apiKey };
    const { stdout } = await run(path, ["run.js"], { cwd: project, env });
    expect(stdout).toMatch(new RegExp(`^v${major}\\..*Lamp`));
  });

  test("is bundled without the frameworks, and says which one is missing", async () => {
    const logs: string[] = [];
    const bundle = await rolldown({
      input: join(project, "node_modules", "@bowline", "sdk", "index.js"),
      onLog: (_level, { message }) => logs.push(message),
    });
    await bundle.generate();
    expect(logs).toEqual([]);
    const program = `import { Bowline } from "@bowline/sdk";
      for (const framework of ["ai-sdk", "langchain"]) {
        const { message } = await new Bowline().toolset(process.env.TOOLSET_ID).for(framework).catch((error) => error);
        console.log(message);
      }`;
    writeFileSync(join(project, "missing.js"), program);
    const env = { BOWLINE_URL: world.baseUrl, BOWLINE_API_KEY: world.apiKey, TOOLSET_ID: world.toolsetId };
    const { stdout } = await run(process.execPath, ["missing.js"], { cwd: project, env });
    expect(stdout).toMatch(/needs the package ai\..*\n.*needs the package @langchain\/core\./);
  });

  test(`has at most ${largestBytes} bytes without the adapters`, async () => {
    const bundle = await rolldown({
      input: join(project, "node_modules", "@bowline", "sdk", "index.js"),
      external: [/^ai$/, /^@langchain/],
    });
    // A hash in a name would change the size by chance.
    const { output } = await bundle.generate({ minify: true, chunkFileNames: "[name].js" });
    const chunks = output.filter((one) => one.type === "chunk");
    const entry = chunks.find(({ isEntry }) => isEntry);
    const first = chunks.filter((one) => one === entry || entry?.imports.includes(one.fileName));
    const bytes = first.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
    expect(bytes).toBeLessThanOrEqual(largestBytes);
    expect(bytes).toBeGreaterThan(1000);
  });
});

const readme = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8");
const blocks = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = ""], index) => ({
  code,
  name: /^import .* from "(?!@bowline)(.*)"/m.exec(code)?.[1] ?? "@bowline/sdk",
  file: `block-${index}.ts`,
}));

describe("README.md", () => {
  let accessToken: string;

  beforeAll(async () => {
    accessToken = await createServiceToken(world);
    const names = [
      "openai",
      "ai",
      "@ai-sdk/openai",
      "@anthropic-ai/sdk",
      "@langchain/core",
      "@langchain/openai",
      "@types/node",
    ];
    for (const name of names) {
      const link = join(project, "node_modules", name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(root, "node_modules", name), link);
    }
    // A page's own address, and its server's path for a token.
    const page = `Object.assign(globalThis, { location: { origin: ${JSON.stringify(world.baseUrl)} } });\n`;
    for (const { code, file } of blocks) {
      const program = code.replace('fetch("/token")', `fetch("data:text/plain,${accessToken}")`);
      writeFileSync(join(project, file), page + program);
    }
  });

  test("has types that fit in each block", () => {
    // Together, because the types of each library take seconds to read.
    const files = blocks.map(({ file }) => file);
    check(files, "--skipLibCheck", "true", "--types", "node");
  });

  test.each(blocks)("block $file with $name does what it says", async ({ file }) => {
    model.script([{ name: "things_create_thing", input: { title: "Lamp" } }], "The lamp is made.");
    const env = {
      ...process.env,
      BOWLINE_URL: world.baseUrl,
      BOWLINE_API_KEY: world.apiKey,
      TOOLSET_ID: world.toolsetId,
      OPENAI_API_KEY: "x",
      OPENAI_BASE_URL: `${model.url}/v1`,
      ANTHROPIC_API_KEY: "x",
      ANTHROPIC_BASE_URL: model.url,
    };
    const running = run(process.execPath, [file], { cwd: project, env });
    running.child.stdout?.on("data", (text: string) => {
      const [, connectUrl] = /^Open (\S+)$/m.exec(text) ?? [];
      if (connectUrl !== undefined) {
        void decideConnectLink(connectUrl, "connect");
      }
    });
    const { stdout } = await running;
    expect(stdout).toMatch(/The lamp is made|Lamp|fields\.title: |^confirmed \d+ null$|^Page$/m);
  });
});
