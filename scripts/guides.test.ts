import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cacheDir } from "../acceptance/support/built-in-servers.ts";
import {
  type EmulatedGitHub,
  startEmulatedGitHub,
  waitForApplication,
} from "../acceptance/support/emulated-github.ts";
import { type StartedServer, startServer } from "../acceptance/support/start-server.ts";
import { operations } from "../packages/contract/src/index.ts";
import { writeClientConfig } from "../packages/sdk/src/mcp-client-config.ts";
import { mcpClients } from "../packages/sdk/src/mcp-clients.ts";
import { findDifferences, listCommands, listTexts, readLastJson, readShownJson } from "./guide-blocks.ts";

/** In reading order: each guide continues where the previous one ended. */
const guides: { path: string; refused: string[]; showsFailure?: true }[] = [
  { path: "README.md", refused: [] },
  { path: "docs/connect-an-api.md", refused: [] },
  { path: "docs/databases.md", refused: [] },
  { path: "docs/connections.md", refused: [] },
  { path: "docs/connect-your-users.md", refused: [] },
  // It shows a call that waits for approval.
  { path: "docs/toolsets.md", refused: [], showsFailure: true },
  { path: "docs/mcp-clients.md", refused: [] },
  // A registration is 201.
  { path: "docs/sign-in-with-oauth.md", refused: ["201"] },
  // It shows the response to a wrong input, and a call that failed.
  { path: "docs/executing-tools.md", refused: ["400"], showsFailure: true },
];

const root = join(import.meta.dirname, "..");

const listShown = async (path: string, language: string): Promise<string[]> =>
  listTexts(await readFile(join(root, path), "utf8"), language);

const missing = ["bash", "curl", "jq"].filter((program) => spawnSync(program, ["--version"]).status !== 0);
const maySkip = process.env.CI !== "true";
if (missing.length > 0 && maySkip) {
  console.warn(
    `SKIPPED: the commands of the guides were not run: ${missing.join(" and ")} is not on the PATH.`,
  );
}

describe.skipIf(missing.length > 0 && maySkip)("the commands of the guides", () => {
  let server: StartedServer;
  let folder: string;
  let programs: string;
  let github: EmulatedGitHub;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "bowline-guides-"));
    github = await startEmulatedGitHub();
    const applications = join(folder, "applications.json");
    // The file of the guide, with another address.
    const [shown = "{}"] = await listShown("docs/built-in-applications.md", "json");
    const operators = JSON.parse(shown) as Record<string, object>;
    const moved = { ...operators, github: { ...operators.github, serverUrl: github.url } };
    await writeFile(applications, JSON.stringify(moved));
    server = await startServer({
      BOWLINE_BUILT_INS: "github",
      BOWLINE_CACHE_DIR: cacheDir,
      BOWLINE_APPLICATIONS: applications,
      BOWLINE_SQLITE_DIR: join(folder, "databases"),
    });
    await waitForApplication(server, "github");
    await useServer(server);
    await symlink(server.dataDir, join(folder, ".bowline"));
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    // Not in the folder that the commands run in: an empty entry of PATH means that one.
    programs = join(folder, "programs");
    await mkdir(programs);
    // This curl also ends each response with its line, and prints the status.
    await writeFile(
      join(programs, "curl"),
      `#!/bin/bash\nPATH="\${PATH#*:}"\nexec curl -w '%{stdout}\\n%{stderr}\\nstatus %{http_code}\\n' "$@"\n`,
    );
    await chmod(join(programs, "curl"), 0o755);
    await writeFile(join(programs, "xdg-open"), userAtConnectPage);
    await chmod(join(programs, "xdg-open"), 0o755);
  });

  afterAll(async () => {
    await rm(folder, { recursive: true });
    await server[Symbol.asyncDispose]();
    await github.close();
  });

  it.each(guides)(
    "$path: every command has the expected status, and the responses that it shows",
    async ({ path, refused, showsFailure = false }) => {
      const guide = await readFile(join(root, path), "utf8");
      const commands = listCommands(guide).filter(({ script }) => !script.startsWith("npm start"));
      for (const program of await listShown(path, "ts")) {
        commands.push({ script: writeProgramCommand(program), shown: null });
      }
      const { port } = new URL(server.baseUrl);
      const script = commands
        .map((command) => command.script)
        .join(`echo "${endOfBlock}"\n`)
        .replaceAll("localhost:4400", `localhost:${port}`)
        .replaceAll("127.0.0.1:4400", `127.0.0.1:${port}`);
      const run = await runScript(script, folder, {
        ...process.env,
        BOWLINE_URL: server.baseUrl,
        GITHUB_TOKEN: github.token,
        PATH: `${programs}${delimiter}${process.env.PATH}`,
      });
      const statuses = Array.from(run.stderr.matchAll(/^status (\d+)$/gm), ([, status]) => status);
      expect(run.exitCode, run.stderr).toBe(0);
      expect(
        statuses.filter((status) => status !== "200"),
        run.stdout,
      ).toEqual(refused);
      expect(/"isSuccess": ?false/.test(run.stdout), run.stdout).toBe(showsFailure);
      expect(statuses).toHaveLength(script.split("curl -s").length - 1);
      const outputs = run.stdout.split(endOfBlock);
      for (const [index, { shown }] of commands.entries()) {
        expect(shown === null ? [] : compareResponse(shown, outputs[index] ?? ""), shown ?? "").toEqual([]);
      }
    },
  );
});

/** The file that a command writes into the folder it runs in. */
const writtenFile = /(?<=(?:^|[^-<=>\d])(?:> ?|\btee |\s-o |--out ))[a-z][\w./-]*\.\w+/gm;

describe("the samples of the guides", () => {
  it("write only files that Git ignores, since some hold keys", async () => {
    const ignored = (await readFile(join(root, ".gitignore"), "utf8")).split("\n");
    for (const path of globSync(["README.md", "docs/*.md"], { cwd: root })) {
      const written = (await listShown(path, "sh")).flatMap((commands) => commands.match(writtenFile) ?? []);
      expect(
        ignored.map((line) => line.replace(/^\//, "")),
        path,
      ).toEqual(expect.arrayContaining(written));
    }
  });

  it("name a setting in the file .env, which the next guide's start still has", async () => {
    for (const path of [...guides.map((guide) => guide.path), "docs/code-applications.md"]) {
      expect(await readFile(join(root, path), "utf8"), path).not.toMatch(/BOWLINE_\w+=\S+ npm start/);
    }
  });

  it.each([
    ["docs/connect-an-api.md", "importApplication", 4],
    ["docs/databases.md", "importApplication", 2],
    ["docs/executing-tools.md", "executeTool", 1],
  ] as const)("%s: what a request sends is taken", async (path, operation, count) => {
    const shown = (await listShown(path, "json")).filter((text) => /"(source|contextValue)"/.test(text));
    expect(shown).toHaveLength(count);
    for (const text of shown) {
      expect(operations[operation].body.safeParse(JSON.parse(text)).error, text).toBeUndefined();
    }
  });

  it("docs/mcp-clients.md and docs/agents.md: the files of clients are those that the command line writes", async () => {
    const entry = { name: "bowline", url: "http://localhost:4400/mcp/TOOLSET" };
    const bridge = { command: "", args: [], env: {} };
    const write = (id: string, credential: "environment" | { apiKey: string }) => {
      const client = mcpClients.find((one) => one.id === id);
      return client === undefined ? null : writeClientConfig(client, { ...entry, credential, bridge });
    };
    const [claude, cursor, code, devin] = (await listShown("docs/mcp-clients.md", "json")).map((text) =>
      JSON.parse(text),
    );
    const key = { apiKey: "KEY" };
    expect(claude).toEqual(JSON.parse(write("claude-code", "environment") ?? ""));
    expect(cursor).toEqual(JSON.parse(write("cursor", key) ?? ""));
    const { inputs, ...servers } = code;
    expect(servers).toEqual(JSON.parse(write("vscode", { apiKey: `\${input:${inputs[0].id}}` }) ?? ""));
    expect(devin).toEqual(JSON.parse(write("devin", key) ?? ""));
    const [codex = ""] = await listShown("docs/mcp-clients.md", "toml");
    expect(codex.trim()).toBe(write("codex", "environment")?.replace('"bowline"', "bowline"));
    const [agent = ""] = await listShown("docs/agents.md", "json");
    expect(JSON.parse(agent.replace("TOOLSET_ID", "TOOLSET").replace("YOUR_KEY", "KEY"))).toEqual(cursor);
  });
});

describe("the links of the documents", () => {
  const documents = globSync(["*.md", "docs/*.md", "packages/*/README.md", "acceptance/README.md"], {
    cwd: root,
  });

  it.each(documents)("%s: lead to files and headings that there are", (path) => {
    const links = Array.from(
      readWords(path).matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g),
      ([, link, source]) => link ?? source ?? "",
    ).filter((link) => !/^https?:/.test(link));
    const broken = links.filter((link) => {
      const [file = "", heading] = link.split("#");
      const target = file === "" ? path : join(dirname(path), file);
      const isThere = existsSync(join(root, target));
      return !isThere || (heading !== undefined && !listAnchors(readWords(target)).includes(heading));
    });
    expect(broken).toEqual([]);
  });
});

/** A document without its blocks of code. */
const readWords = (path: string): string =>
  readFileSync(join(root, path), "utf8").replaceAll(/^```.*?^```$/gms, "");

/** The anchors of the headings, as GitHub makes them. */
const listAnchors = (words: string): string[] =>
  Array.from(words.matchAll(/^#+ (.*)$/gm), ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- _]/gu, "")
      .replaceAll(" ", "-"),
  );

const endOfBlock = "--- end of the block ---";

/** Writes the command that runs a program of a guide, which names the toolset and the key as the guide's text says. */
function writeProgramCommand(program: string): string {
  const file = "program.ts";
  const text = program.replace("/mcp/TOOLSET", "/mcp/$TOOLSET").replace(/\bKEY \}/, '"$AGENT_KEY" }');
  return `cat > ${file} <<END\n${text}\nprocess.exit();\nEND\nnode ${file}\n`;
}

/** Compares a shown response with what the commands above it printed. @returns a line for each difference */
function compareResponse(shown: string, output: string): string[] {
  const [head = "", body = ""] = shown.startsWith("HTTP/") ? shown.split("\n\n") : ["", shown];
  const names = Array.from(head.matchAll(/^([\w-]+):/gm), ([, name = ""]) => name);
  return [
    ...names
      .filter((name) => !new RegExp(`^${name}:`, "im").test(output))
      .map((name) => `There is no header ${name}`),
    ...findDifferences(readShownJson(body), readLastJson(output)),
  ];
}

interface ScriptRun {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Runs commands in bash. This process goes on meanwhile: the applications that the commands use are in it. */
async function runScript(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<ScriptRun> {
  const child = spawn("bash", ["-e", "-o", "pipefail", "-c", script], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { exitCode: child.exitCode, stdout, stderr };
}

/** Plays the user whose browser opens a connect link: types the key and presses Connect. */
const userAtConnectPage = `#!/bin/bash
set -e -o pipefail
PATH="\${PATH//$(dirname "$0"):/}"
page=$(curl -sf -c cookies.txt "$1")
read_input() { grep -o 'name="'"$1"'" value="[^"]*"' <<< "$page" | cut -d '"' -f 4; }
curl -sf -b cookies.txt -o /dev/null "$1" -d decision=connect --data-urlencode "fields.apiKey=$KEY" \\
  -d "token=$(read_input token)" -d "method=$(read_input method)"
`;

/** Uses the server before the guides run, so that no guide can rely on ids that begin at 1. */
async function useServer({ baseUrl, adminApiKey }: StartedServer): Promise<void> {
  const call = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${baseUrl}/v1/${path}`, {
      method: "POST",
      headers: { "x-api-key": adminApiKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as Record<string, unknown>;
  };
  const schemes = { first: { type: "http", scheme: "bearer" }, second: { type: "http", scheme: "basic" } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Earlier", version: "1" },
    servers: [{ url: baseUrl }],
    security: [{ first: [] }, { second: [] }],
    components: { securitySchemes: schemes },
    paths: { "/health/live": { get: { operationId: "look", responses: { 200: { description: "OK" } } } } },
  };
  await call("applications", { source: "openapi", slug: "earlier", document });
  const authentications = await fetch(`${baseUrl}/v1/applications/earlier`, {
    headers: { "x-api-key": adminApiKey },
  }).then(
    (response) =>
      response.json() as Promise<{ authentications: { authenticationId: number; type: string }[] }>,
  );
  const bearer = authentications.authentications.find(({ type }) => type === "bearer");
  await call("connections", {
    applicationSlug: "earlier",
    authenticationId: bearer?.authenticationId,
    fields: { token: "not-a-real-token" },
    isDefault: true,
  });
  await call("tools/earlier_look/execute", {});
  await call("toolsets", { name: "Earlier" });
  await call("members", {
    kind: "service",
    fullName: "Earlier",
    email: "earlier@example.com",
    role: "Member",
  });
}
