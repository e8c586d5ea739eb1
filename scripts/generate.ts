import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buildOpenApiDocument } from "../packages/contract/src/index.ts";
import { generateConsoleIcons } from "./generate-console-icons.ts";
import { generateEnvExample } from "./generate-env-example.ts";
import { generateProviderSeed } from "./generate-provider-seed.ts";
import { generateSdkTypes } from "./generate-sdk-types.ts";
import { generateSdkValues } from "./generate-sdk-values.ts";
import { generateSettingsReference } from "./generate-settings-reference.ts";

/** A committed file that is generated from the code. */
interface Generator {
  /** Relative to the root of the project. */
  path: string;
  generate(): string | Promise<string>;
}

const generators: Generator[] = [
  { path: ".env.example", generate: generateEnvExample },
  {
    path: "docs/openapi.json",
    generate: () => `${JSON.stringify(buildOpenApiDocument("http://localhost:4400"), null, 2)}\n`,
  },
  { path: "docs/settings.md", generate: generateSettingsReference },
  { path: "packages/console/src/icons/icons.generated.ts", generate: generateConsoleIcons },
  { path: "packages/sdk/src/types.generated.ts", generate: generateSdkTypes },
  { path: "packages/sdk/src/values.generated.ts", generate: generateSdkValues },
  { path: "packages/catalog/src/oauth/providers/seeded.generated.json", generate: generateProviderSeed },
];

/** Writes the generated files. With `--check` it writes nothing and fails when a file differs. */
async function main(isCheck: boolean): Promise<void> {
  const root = dirname(import.meta.dirname);
  for (const { path, generate } of generators) {
    const file = join(root, path);
    const fresh = await generate();
    const committed = await readFile(file, "utf8").catch(() => null);
    if (fresh === committed) {
      continue;
    }
    if (isCheck) {
      console.error(`${path} is out of date. Run: npm run generate`);
      process.exitCode = 1;
      continue;
    }
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, fresh);
    console.log(`Wrote ${path}`);
  }
}

await main(process.argv.includes("--check"));
