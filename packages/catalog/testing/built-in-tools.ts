/// <reference path="../src/built-in/packages/npmcli-config.d.ts" />
import { join } from "node:path";
import { buildBuiltIn } from "../src/built-in/build-built-in.ts";
import { listBuiltInSlugs, loadDefinition, openPackageFiles } from "../src/built-in/built-ins.ts";
import type { JsonSchema } from "../src/json-schema.ts";

export { sampleInputs } from "./sample-inputs.ts";

export { listBuiltInSlugs };

/** A tool's slug and its input schema. */
export interface ToolInput {
  slug: string;
  inputSchema: JsonSchema;
}

/** Builds the tools of a built-in application. Its npm package is downloaded once and kept in `.cache/packages` of the checkout. */
export async function loadBuiltInTools(slug: string): Promise<ToolInput[]> {
  const root = join(import.meta.dirname, "../../..");
  const packages = openPackageFiles(join(root, ".cache/packages"), process.env, root);
  const { application } = await buildBuiltIn(await loadDefinition(slug), packages);
  return application.tools.map((tool) => ({ slug: tool.slug, inputSchema: tool.inputSchema as JsonSchema }));
}
