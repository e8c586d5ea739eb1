import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..", "..");

/** Builds and packs the SDK, installs it into an empty project, and returns the project's folder. */
export function installPackedSdk(): string {
  const project = mkdtempSync(join(tmpdir(), "bowline-sdk-"));
  const built = join(project, "built");
  const npm = { cwd: project, env: { ...process.env, npm_config_update_notifier: "false" } };
  writeFileSync(join(project, "package.json"), '{"type":"module","private":true}');
  execFileSync(process.execPath, [join(root, "scripts", "build-sdk.mjs"), built]);
  const [packed] = JSON.parse(execFileSync("npm", ["pack", "--json", built], npm).toString());
  const archive = join(project, packed.filename);
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", archive], npm);
  rmSync(built, { recursive: true });
  return project;
}
