import { readFile, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";
import { strToU8, zipSync } from "fflate";
import { UsageError } from "../../errors.ts";
import type { Session } from "../../session.ts";
import { findMcpUrl } from "./read-target.ts";

export interface BundleFlags {
  toolset?: string;
  name: string;
  out?: string;
}

const bundleVersion = "0.1.0";

/** Writes an `.mcpb` file, with which Claude Desktop installs the bridge by a double click. It asks for the key then. */
export async function writeBundle(session: Session, { toolset, name, out }: BundleFlags): Promise<void> {
  const url = findMcpUrl(session, toolset);
  const bridge = await readFile(fileURLToPath(import.meta.resolve("@bowline/sdk/mcp-bridge.ts")), "utf8");
  const path = out ?? `${name}.mcpb`;
  const files = {
    "manifest.json": JSON.stringify(buildManifest(name, url), null, 2),
    "server/bridge.mjs": stripTypes(bridge),
    "server/index.mjs": starter,
  };
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([file, text]) => [file, strToU8(text)])));
  await writeFile(path, zip).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be written (${error.code}).`);
  });
  session.output.printDone(`${path} was written. Open it with Claude Desktop and enter a key there.`, {
    path,
    url,
  });
}

/** Node warns on the terminal that its function is experimental. */
function stripTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** The manifest of version 0.3. */
const buildManifest = (name: string, url: string) => ({
  manifest_version: "0.3",
  name,
  display_name: name,
  version: bundleVersion,
  description: `The tools of Bowline at ${url}.`,
  author: { name: "Bowline" },
  server: {
    type: "node",
    entry_point: "server/index.mjs",
    mcp_config: {
      command: "node",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: The client replaces it.
      args: ["${__dirname}/server/index.mjs"],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: The client replaces it.
      env: { BOWLINE_MCP_URL: url, BOWLINE_API_KEY: "${user_config.api_key}" },
    },
  },
  tools_generated: true,
  compatibility: { runtimes: { node: ">=20.0.0" } },
  user_config: {
    api_key: {
      type: "string",
      title: "API key",
      description: "A key of Bowline, preferably one that is limited to the toolset.",
      sensitive: true,
      required: true,
    },
  },
});

const starter = `import { readLines, runMcpBridge } from "./bridge.mjs";

await runMcpBridge({
  url: process.env.BOWLINE_MCP_URL,
  authorize: () => ({ "x-api-key": process.env.BOWLINE_API_KEY }),
  lines: readLines(process.stdin),
  write: (line) => process.stdout.write(line + "\\n"),
});
`;
