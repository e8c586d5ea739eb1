import { copyFile, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pacote from "pacote";

const packageName = "@octokit/openapi@23.0.2";
const fileName = join("generated", "api.github.com.json");
const cache = fileURLToPath(new URL("../.cache/bench", import.meta.url));

/** GitHub's OpenAPI document, out of the package its own clients are made from; kept in `.cache` from the first time on. */
export async function loadGitHubDocument(): Promise<unknown> {
  const kept = join(cache, "api.github.com.json");
  const text = await readFile(kept, "utf8").catch(() => null);
  if (text !== null) return JSON.parse(text);
  const unpacked = join(cache, "octokit-openapi");
  await mkdir(unpacked, { recursive: true });
  try {
    // pacote alone knows only the public registry; npm tells its scripts the one it is set to.
    const registry = process.env.npm_config_registry;
    await pacote.extract(packageName, unpacked, registry ? { registry } : {});
    await copyFile(join(unpacked, fileName), kept);
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
  return JSON.parse(await readFile(kept, "utf8"));
}
