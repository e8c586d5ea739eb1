import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot, setUp } from "./set-up.mjs";

// Builds @bowline/sdk as it is published: `node scripts/build-sdk.mjs [FOLDER]`, then `npm publish FOLDER`.
// A server's installation has neither the compiler nor the frameworks whose types the adapters use.
const node = setUp({ needsDevelopmentParts: true });
const source = join(projectRoot, "packages", "sdk");
const folder = process.argv[2] ?? join(source, "dist");

rmSync(folder, { recursive: true, force: true });
execFileSync(
  node,
  [
    join(projectRoot, "node_modules", "typescript", "bin", "tsc"),
    "-p",
    join(source, "tsconfig.build.json"),
    "--outDir",
    folder,
  ],
  { stdio: "inherit" },
);
const { name, version, description, license, type, peerDependencies, peerDependenciesMeta } = JSON.parse(
  readFileSync(join(source, "package.json"), "utf8"),
);
const published = {
  name,
  version,
  description,
  license,
  type,
  sideEffects: false,
  engines: { node: ">=20" },
  exports: {
    ".": { types: "./index.d.ts", default: "./index.js" },
    "./mcp": { types: "./mcp.d.ts", default: "./mcp.js" },
    "./values": { types: "./values.generated.d.ts", default: "./values.generated.js" },
  },
  peerDependencies,
  peerDependenciesMeta,
};
writeFileSync(join(folder, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
copyFileSync(join(source, "README.md"), join(folder, "README.md"));
copyFileSync(join(projectRoot, "LICENSE"), join(folder, "LICENSE"));
