import { spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openWorld } from "@bowline/sdk/testing/open-world.ts";
import { expect, it } from "vitest";
import { launcher, openCommandLine } from "../testing/run-bowline.ts";

const hasPrograms = ["bash", "jq"].every((program) => spawnSync(program, ["--version"]).status === 0);

it.skipIf(!hasPrograms && process.env.CI !== "true")("runs every command of the guide", async () => {
  await using world = await openWorld();
  await using bowline = await openCommandLine({});
  await mkdir(join(bowline.home, ".bowline"));
  await writeFile(join(bowline.home, ".bowline", "admin-api-key"), `${world.apiKey}\n`);
  const guide = await readFile(
    join(import.meta.dirname, "..", "..", "..", "docs", "command-line.md"),
    "utf8",
  );
  const blocks = Array.from(guide.matchAll(/^```sh\n(.*?)^```/gms), ([, block]) =>
    (block ?? "").replaceAll("http://localhost:4400", world.baseUrl),
  );
  expect(blocks).toHaveLength(8);
  const npx = `npx() { shift; '${process.execPath}' '${launcher}' "$@"; }\n`;
  const { status, stdout, stderr } = spawnSync(
    "bash",
    ["-e", "-o", "pipefail", "-c", npx + blocks.join("\n")],
    {
      cwd: bowline.home,
      encoding: "utf8",
      env: {
        PATH: process.env.PATH,
        HOME: bowline.home,
        XDG_CONFIG_HOME: join(bowline.home, "config"),
        XDG_CACHE_HOME: join(bowline.home, "cache"),
        BOWLINE_URL: world.baseUrl,
      },
    },
  );
  expect(status, stderr).toBe(0);
  expect(stdout + stderr).not.toContain(world.apiKey);
  expect(stdout).toContain("mcpServers");
});
