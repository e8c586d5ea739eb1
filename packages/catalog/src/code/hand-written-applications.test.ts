import { existsSync, globSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { buildCodeApplication } from "./build-code-application.ts";
import type { DefinedApplication } from "./define-application.ts";
import type { ToolExamples } from "./tool-examples.ts";

const packageFolder = join(import.meta.dirname, "../..");
const folders = globSync(["applications/*", "testing/chat"], { cwd: packageFolder });

async function load(folder: string) {
  const load = async (file: string) => {
    const path = join(packageFolder, folder, file);
    return existsSync(path) ? await import(pathToFileURL(path).href) : {};
  };
  const { application } = await load("application.ts");
  const { examples = {} } = await load("examples.ts");
  return { slug: basename(folder), application, examples: examples as ToolExamples };
}

const handWritten = (await Promise.all(folders.map(load))).filter(
  (one): one is typeof one & { application: DefinedApplication } => one.application?.kind === "application",
);

describe.each(handWritten)("$slug", ({ slug, application, examples }) => {
  const built = buildCodeApplication(application, { source: "builtin", file: `${slug}/application.ts` });

  it("has the slug of its folder, and facts about where it comes from", () => {
    expect(built.slug).toBe(slug);
    expect(application.definition.documentationUrl).toBeDefined();
    expect(built.description).not.toBe("");
  });

  it("has schemas that compile, and an example for every tool that its input schema accepts", () => {
    const ajv = new Ajv2020({ strict: false, unicodeRegExp: false, validateFormats: false });
    for (const tool of built.tools) {
      const isInput = ajv.compile(tool.inputSchema);
      ajv.compile(tool.outputSchema);
      const own = [examples[tool.operation] ?? []].flat();
      expect(own, `examples of ${tool.operation}`).not.toHaveLength(0);
      for (const { input } of own) {
        expect(isInput(input), `${tool.operation}: ${ajv.errorsText(isInput.errors)}`).toBe(true);
      }
    }
    expect(Object.keys(examples).toSorted()).toEqual(built.tools.map((tool) => tool.operation).toSorted());
  });
});
