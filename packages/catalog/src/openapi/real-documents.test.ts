import { env } from "node:process";
import { beforeAll, describe, expect, it } from "vitest";
import { loadRealDocument } from "../../testing/load-real-document.ts";
import { realDocuments } from "../../testing/real-documents.ts";
import { verifyTools } from "../../testing/verify-tools.ts";
import { importOpenApiInWorker } from "../import-thread/import-in-worker.ts";
import { toolSlugPrefix } from "../slugs.ts";
import type { OpenApiImportResult } from "./import-openapi.ts";

const names = [
  "github",
  "twilio",
  "okta",
  "recurly",
  "netlify",
  "elevenlabs",
  "workos",
  "paypal-orders",
  "paypal-invoicing",
  "neon",
  "tmdb",
  "figma",
  "notion",
];

/** Tests are skipped on an offline development machine, but not in CI. */
async function loadOrExplain(name: string): Promise<string | null> {
  return loadRealDocument(name).catch((error: Error) => {
    if (env.CI) {
      throw error;
    }
    console.warn(`SKIPPED: ${name} needs the npm registry once: ${error.message}`);
    return null;
  });
}

describe.each(names)("the real document of %s", (name) => {
  const stated = realDocuments.find((document) => document.name === name);
  let text: string | null;
  let result: OpenApiImportResult | undefined;

  beforeAll(async () => {
    text = await loadOrExplain(name);
    if (text === null) {
      return;
    }
    result = await importOpenApiInWorker({ slug: name, text });
  });

  it("becomes one tool for each operation", ({ skip }) => {
    if (!result) {
      return skip("no npm registry");
    }
    expect(result.skipped).toEqual([]);
    expect(result.application.tools).toHaveLength(stated?.operations ?? -1);
  });

  it("becomes tools with distinct slugs, bound paths and schemas that compile", { timeout: 120_000 }, ({
    skip,
  }) => {
    if (!result) {
      return skip("no npm registry");
    }
    expect(verifyTools(result.application, name === "github" ? 6 : 2)).toEqual([]);
  });

  it("becomes tools with readable slugs, few of them with a hash", ({ skip }) => {
    if (!result) {
      return skip("no npm registry");
    }
    const slugs = result.application.tools.map(({ slug }) => slug);
    const prefix = toolSlugPrefix(name);
    expect(slugs.filter((slug) => slug.startsWith(prefix + prefix))).toEqual([]);
    const hashed = slugs.filter((slug) => /_[0-9a-f]{6}$/.test(slug));
    expect(hashed.length / slugs.length).toBeLessThan(name === "github" ? 40 / 1223 : 0.07);
  });
});
