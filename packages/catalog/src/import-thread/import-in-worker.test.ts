import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { DescriptionError } from "../description-error.ts";
import { importOpenApi } from "../openapi/import-openapi.ts";
import { importOpenApiInWorker } from "./import-in-worker.ts";

const text =
  "openapi: 3.1.0\ninfo: { title: Shop }\nservers: [{ url: 'https://shop.test' }]\npaths: { /a: { get: {} } }";

/** Returns a function that tells how many threads were started since then. */
function countWorkers(): () => number {
  let started = 0;
  const count = () => {
    started++;
  };
  process.on("worker", count);
  return () => {
    process.off("worker", count);
    return started;
  };
}

describe("importOpenApiInWorker", () => {
  it("returns what importOpenApi returns", async () => {
    const publishedSlugs = new Map([
      ["GET /a", { slug: "shop_first", isReadOnly: true, isDestructive: false }],
    ]);
    const input = { slug: "shop", text: text, publishedSlugs };
    const result = await importOpenApiInWorker(input);
    expect(result.application.tools.map(({ slug }) => slug)).toEqual(["shop_first"]);
    expect(result).toEqual(importOpenApi(input));
  });

  it("returns tools that come in several parts in their order", async () => {
    const description = "word ".repeat(2000);
    const paths = Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [`/a${n}`, { get: { operationId: `get${n}`, description } }]),
    );
    const input = {
      slug: "shop",
      document: { openapi: "3.1.0", servers: [{ url: "https://shop.test" }], paths },
    };
    expect(await importOpenApiInWorker(input)).toEqual(importOpenApi(input));
  });

  it("refuses a value that is not a document with a DescriptionError", async () => {
    const attempt = importOpenApiInWorker({ slug: "shop", text: "{}" });
    await expect(attempt).rejects.toBeInstanceOf(DescriptionError);
    await expect(attempt).rejects.toThrow("neither an `openapi` nor a `swagger` member");
  });

  it("refuses a document that aliases make too large", async () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const items = level === 0 ? "x" : `*a${level - 1}`;
      return `a${level}: &a${level} [${Array(10).fill(items).join(", ")}]`;
    });
    const attempt = importOpenApiInWorker({ slug: "shop", text: `openapi: 3.1.0\n${levels.join("\n")}` });
    await expect(attempt).rejects.toThrow(DescriptionError);
  });

  it("is alone when a document takes much memory at once", async () => {
    const attempt = importOpenApiInWorker({ slug: "shop", text: `{"a":"${"x".repeat(420_000_000)}"}` });
    await expect(attempt).rejects.toThrow(DescriptionError);
    const { application } = await importOpenApiInWorker({ slug: "shop", text });
    expect(application.tools).toHaveLength(1);
  });

  it("stops at its time limit, and the next import has a new thread", async () => {
    const paths = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`/a${n}`, { get: {} }]));
    const document = { openapi: "3.1.0", servers: [{ url: "https://shop.test" }], paths };
    const attempt = importOpenApiInWorker({ slug: "shop", document }, { timeoutMs: 1 });
    await expect(attempt).rejects.toThrow("could not be imported within 1 ms");
    const { application } = await importOpenApiInWorker({ slug: "shop", text });
    expect(application.tools).toHaveLength(1);
  });

  it("asks for the files of a document, and for those that they refer to", async () => {
    const documentUrl = "https://shop.test/openapi.yaml";
    const asked: (readonly string[])[] = [];
    const document = { openapi: "3.1.0", paths: { "/a": { $ref: "a.yaml" }, "/b": { $ref: "b.yaml" } } };
    const texts: Record<string, string> = {
      "https://shop.test/a.yaml": "get: { requestBody: { $ref: 'c.yaml#/body' } }",
      "https://shop.test/b.yaml": "get: {}",
      "https://shop.test/c.yaml": "body: { content: {} }",
    };
    const { application } = await importOpenApiInWorker(
      { slug: "shop", document, documentUrl, baseUrl: "https://shop.test" },
      {
        fetchFiles: async (urls) => {
          asked.push(urls);
          return new Map(urls.map((url) => [url, { url, text: texts[url] ?? "" }]));
        },
      },
    );
    expect(application.tools.map(({ operationKey }) => operationKey)).toEqual(["GET /a", "GET /b"]);
    expect(asked).toEqual([
      ["https://shop.test/a.yaml", "https://shop.test/b.yaml"],
      ["https://shop.test/c.yaml"],
    ]);
  });

  it("counts the time for files, and tells how much is left", async () => {
    const document = { openapi: "3.1.0", paths: { "/a": { $ref: "a.yaml" } } };
    const left: number[] = [];
    const attempt = importOpenApiInWorker(
      { slug: "shop", document, documentUrl: "https://shop.test/openapi.yaml" },
      {
        timeoutMs: 5000,
        fetchFiles: async (urls, timeoutMs) => {
          left.push(timeoutMs);
          await delay(timeoutMs + 5);
          return new Map(urls.map((url) => [url, { url, text: "get: {}" }]));
        },
      },
    );
    await expect(attempt).rejects.toThrow("The document and its files could not be read within 5000 ms.");
    expect(left).toHaveLength(1);
    expect(left[0]).toBeLessThan(5000);
  });

  it("keeps a thread for the next import, also after a refusal", async () => {
    await importOpenApiInWorker({ slug: "shop", text });
    const count = countWorkers();
    for (let index = 0; index < 5; index++) {
      await importOpenApiInWorker({ slug: "shop", text });
      await expect(importOpenApiInWorker({ slug: "shop", text: "{}" })).rejects.toThrow("`openapi`");
    }
    expect(count()).toBe(0);
  });

  it("rejects with its signal's reason", async () => {
    const reason = new Error("No longer wanted.");
    await expect(
      importOpenApiInWorker({ slug: "shop", text: text }, { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    const controller = new AbortController();
    const attempt = importOpenApiInWorker({ slug: "shop", text: text }, { signal: controller.signal });
    controller.abort(reason);
    await expect(attempt).rejects.toBe(reason);
  });
});
