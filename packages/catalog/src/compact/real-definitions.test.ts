import { env } from "node:process";
import type { Ajv2020 } from "ajv/dist/2020.js";
import formatsPlugin from "ajv-formats";
import { describe, expect, test } from "vitest";
import { openJudgingAjv } from "../../testing/judging-ajv.ts";
import { loadRealDocument } from "../../testing/load-real-document.ts";
import { sampleInputs } from "../../testing/sample-inputs.ts";
import { importOpenApi } from "../openapi/import-openapi.ts";
import { compactDefinition } from "./compact-definition.ts";

const toolCount = 100;
const samples = 12;

/** One for many schemas: each instance compiles the schema of schemas, which takes longer than a tool's. */
function openAjv(): Ajv2020 {
  const ajv = openJudgingAjv({ addUsedSchema: false });
  formatsPlugin.default(ajv);
  return ajv;
}

describe.each(["github", "notion", "netlify", "workos"])("the tools of %s", (name) => {
  test("accept in their short form every input that they accept in full", async ({ skip }) => {
    const text = await loadRealDocument(name).catch((error: Error) => {
      if (env.CI) {
        throw error;
      }
      return skip(`needs the npm registry once: ${error.message}`);
    });
    const { tools } = importOpenApi({ slug: name, text }).application;
    const step = Math.max(1, Math.floor(tools.length / toolCount));
    const ajv = openAjv();
    let valid = 0;
    for (const tool of tools.filter((_, index) => index % step === 0)) {
      const { slug, description, annotations, inputSchema } = tool;
      const short = compactDefinition({ name: slug, description, annotations, inputSchema });
      expect(short.description.length).toBeLessThanOrEqual(300);
      expect(short.inputSchema.required ?? []).toEqual(inputSchema.required ?? []);
      const [isFull, isShort] = [ajv.compile(inputSchema), ajv.compile(short.inputSchema)];
      for (const input of sampleInputs(inputSchema, samples)) {
        if (isFull(input)) {
          valid++;
          expect(isShort(input), `${tool.slug} ${JSON.stringify(input)}`).toBe(true);
        }
      }
    }
    // Enough of the samples are valid to mean something.
    expect(valid).toBeGreaterThan(tools.length / step);
  }, 120_000);
});
