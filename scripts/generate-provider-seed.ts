import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { seedProviders } from "../packages/catalog/src/oauth/seed-providers.ts";

/** The OAuth providers of the npm package `grant`, with its license. */
export async function generateProviderSeed(): Promise<string> {
  const list = createRequire(import.meta.url).resolve("grant/config/oauth.json");
  const folder = dirname(dirname(list));
  const read = async (path: string) => readFile(join(folder, path), "utf8");
  const { name, version, license } = JSON.parse(await read("package.json"));
  const seed = {
    source: `${name}@${version}, config/oauth.json`,
    license: { id: license, text: (await read("LICENSE")).trim() },
    providers: seedProviders(JSON.parse(await read("config/oauth.json"))),
  };
  return `${JSON.stringify(seed, null, 2)}\n`;
}
