import { env } from "node:process";
import { type CatalogApplication, listBuiltInSlugs, openSearch, type SearchDocument } from "@bowline/catalog";
import {
  type BuiltInDocuments,
  listDocumentSlugs,
  loadBuiltInDocuments,
} from "@bowline/catalog/testing/built-in-documents";
import { cutDocument } from "@bowline/catalog/testing/cut-document";
import { listSearchDocuments } from "@bowline/catalog/testing/search-documents";
import { readRefusal, startPrism } from "@bowline/catalog/testing/start-prism";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addressedApplications,
  findAddressProblems,
  listUnknownFields,
} from "../../../testing/built-in-addresses.ts";
import { builtInSentences } from "../../../testing/built-in-sentences.ts";
import { runFeaturedTools } from "../../../testing/featured-tools.ts";
import { loadHandWritten } from "../../../testing/load-hand-written.ts";
import { openTestServer, type TestServer } from "../../../testing/open-test-server.ts";
import {
  buildSampleRequest,
  type HttpTool,
  sampleAccess,
  sampleToolInputs,
} from "../../../testing/sample-requests.ts";
import type { BuiltHttpRequest } from "./build-request.ts";

const slugs = await listDocumentSlugs();
const othersPerApplication = 7;

/** Tools that prism or their document cannot judge, each with the reason. No featured tool is among them. */
const unjudged = new Map([
  ["xero_files_create_folder", "The document requires `name`, and calls the member `Name`."],
]);

/** What a document itself gets wrong, so that prism refuses what the application accepts, by its slug. */
const documentFaults: Record<string, RegExp> = {
  // It calls the times of messages numbers, which do not keep all their digits.
  slack: /(?:ts|latest|oldest) must be number$/,
  // Its patterns are written as in JavaScript, `/^[a-z]+$/i`, and its texts allow the boolean `true` only.
  recurly: /must match pattern "\/\^|allowed values: true/,
};

function isDocumentFault(slug: string, refusal: string): boolean {
  const fault = documentFaults[slug];
  const messages = [...refusal.matchAll(/"message":"((?:[^"\\]|\\.)*)"/g)].map(([, message = ""]) =>
    JSON.parse(`"${message}"`),
  );
  const judged = messages.length > 0 ? messages : [refusal];
  return fault !== undefined && judged.every((message) => fault.test(message));
}

/** Tests are skipped on an offline development machine, but not in CI. */
async function loadOrExplain(slug: string): Promise<BuiltInDocuments | null> {
  return loadBuiltInDocuments(slug).catch((error: Error) => {
    if (env.CI || !/registry/i.test(error.message)) {
      throw error;
    }
    console.warn(`SKIPPED: ${slug} needs the npm registry once: ${error.message}`);
    return null;
  });
}

/** The prefix of a tool's document, and its operation there. */
function placeOf({ operationKey }: HttpTool): { prefix: string; operation: string; path: string } {
  const parts = operationKey.split(" ");
  const prefix = parts.length > 2 ? (parts[0] ?? "") : "";
  const operation = parts.slice(-2).join(" ");
  return { prefix, operation, path: parts.at(-1) ?? "" };
}

/** Takes the address of the application's server off a request's address. Prism's paths begin where the document's do. */
function pathInDocument(request: BuiltHttpRequest, tool: HttpTool, serverUrl: string): string {
  const url = new URL(request.url);
  const own = tool.binding.serverUrl ?? serverUrl;
  const [beginning = ""] = placeOf(tool).path.split("{");
  const base = own.includes("{") && tool.binding.serverUrl !== null ? "" : new URL(own).pathname;
  const start = url.pathname.startsWith(base) && base !== "/" ? base.replace(/\/$/, "").length : 0;
  expect(url.pathname.slice(start)).toContain(beginning.replace(/[?].*$/, ""));
  return url.pathname.slice(start) + url.search;
}

async function send(origin: string, path: string, request: BuiltHttpRequest): Promise<string | null> {
  const response = await fetch(origin + path, {
    method: request.method,
    headers: request.headers,
    body: request.body as never,
    redirect: "manual",
  });
  const text = await response.text();
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // A mocked response that is no JSON is no refusal.
  }
  return readRefusal(response.status, body);
}

/** Sends a tool's request with each method until one is accepted; an operation may take only some of them. */
async function tryTool(
  application: CatalogApplication,
  tool: HttpTool,
  input: Record<string, unknown>,
  origin: string,
): Promise<string | null> {
  let refusal: string | null = null;
  for (const method of application.authentications.length === 0 ? [undefined] : application.authentications) {
    const access = sampleAccess(application, method);
    const request = buildSampleRequest(tool, access, input);
    if (request === null) {
      return null;
    }
    const serverUrl = access.serverUrl.replace(
      /\{([^}]+)\}/g,
      (_mark, name) => access.variables[name] ?? name,
    );
    const path = pathInDocument(request, tool, serverUrl);
    refusal = await send(origin, path, request);
    if (refusal === null || !refusal.startsWith("401 ")) {
      return refusal && `${request.method} ${path}: ${refusal}`;
    }
  }
  return refusal;
}

/** Of every application, by slug. Null: its package could not be had. */
const featured = new Map<string, string[] | null>();
const executed = new Set<string>();
const addressed = new Set<string>();
/** All tools, as they are searched. */
const searched: SearchDocument[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer("http://localhost:4400", {
    BOWLINE_RATE_BURST: "0",
    BOWLINE_RATE_HOURLY: "0",
  });
});
afterAll(() => server?.close());

const listFeatured = ({ tools }: CatalogApplication): string[] =>
  tools.filter(({ isFeatured }) => isFeatured).map((tool) => tool.slug);

describe.each(slugs)("what the tools of %s send", (slug) => {
  let loaded: BuiltInDocuments | null = null;
  beforeAll(async () => {
    loaded = await loadOrExplain(slug);
    featured.set(slug, loaded && listFeatured(loaded.application));
  });
  afterAll(() => {
    // Some take 100 MB.
    loaded = null;
  });

  it("goes to the addresses that the provider's documentation names", ({ skip }) => {
    if (loaded === null) {
      return skip("no npm registry");
    }
    addressed.add(slug);
    expect(findAddressProblems(loaded.application)).toEqual([]);
    expect(listUnknownFields(loaded.application)).toEqual([]);
  });

  it("is what the application's own document allows", { timeout: 300_000 }, async ({ skip }) => {
    if (loaded === null) {
      return skip("no npm registry");
    }
    const { application, documents } = loaded;
    searched.push(...listSearchDocuments(application));
    const tools = application.tools as HttpTool[];
    // Tools for which the generator of inputs finds none that their schemas accept.
    const unmade: string[] = [];
    let chosenCount = 0;
    const refused: string[] = [];
    for (const [prefix, document] of documents) {
      const own = tools.filter((tool) => placeOf(tool).prefix === prefix);
      const step = Math.max(1, Math.ceil((own.length * documents.size) / othersPerApplication));
      const chosen = own.filter(
        ({ slug: tool, isFeatured }, index) =>
          !unjudged.has(tool) && !isFeatured && index % step === step - 1,
      );
      if (chosen.length === 0) {
        continue;
      }
      chosenCount += chosen.length;
      const prism = await startPrism(
        cutDocument(document, new Set(chosen.map((tool) => placeOf(tool).operation))),
      );
      for (const tool of chosen) {
        const inputs = sampleToolInputs(tool, 2, tool.slug.length);
        if (inputs.length === 0) {
          unmade.push(tool.slug);
        }
        for (const input of inputs) {
          const refusal = await tryTool(application, tool, input, prism.origin);
          if (refusal !== null && !isDocumentFault(slug, refusal)) {
            refused.push(`${tool.slug}: ${refusal}`);
          }
        }
      }
      await prism.stop();
    }
    expect(refused).toEqual([]);
    expect(unmade.length, unmade.join()).toBeLessThanOrEqual(chosenCount / 5);
    const run = await runFeaturedTools({
      server,
      application,
      documents,
      isDocumentFault: (refusal) => isDocumentFault(slug, refusal),
    });
    expect(run.failures).toEqual([]);
    for (const tool of run.executed) {
      executed.add(tool);
    }
  });
});

it("the featured tools that are written by hand have examples, which application-examples.test.ts runs", async () => {
  const builtIn = new Set(await listBuiltInSlugs());
  for (const { application, examples } of await loadHandWritten()) {
    if (builtIn.has(application.slug)) {
      featured.set(application.slug, listFeatured(application));
      searched.push(...listSearchDocuments(application));
      for (const tool of application.tools) {
        if (tool.isFeatured && [examples[tool.operation] ?? []].flat().length > 0) {
          executed.add(tool.slug);
        }
      }
    }
  }
});

it("the tools that are written by hand go to the addresses that the provider's documentation names", async () => {
  const applications = (await loadHandWritten()).map(({ application }) => application);
  const found = applications.flatMap((application) =>
    findAddressProblems(application).map((problem) => `${application.slug}: ${problem}`),
  );
  expect(found).toEqual([]);
  for (const { slug } of applications) {
    addressed.add(slug);
  }
});

it("the addresses of all applications that were to be checked were", ({ skip }) => {
  if ([...featured.values()].includes(null)) {
    return skip("no npm registry");
  }
  expect([...addressedApplications].filter((slug) => !addressed.has(slug))).toEqual([]);
});

it("every featured tool of every built-in application was executed", async ({ skip }) => {
  expect([...featured.keys()].toSorted()).toEqual((await listBuiltInSlugs()).toSorted());
  if ([...featured.values()].includes(null)) {
    return skip("no npm registry");
  }
  const wanted = [...featured.values()].flatMap((tools) => tools ?? []);
  expect(
    wanted.filter((tool) => !executed.has(tool)),
    "featured tools that were not executed",
  ).toEqual([]);
  expect(executed.size).toBe(wanted.length);
});

describe("of all built-in tools a plain sentence finds", () => {
  const hasAll = () => ![...featured.values()].includes(null) && searched.length > 0;
  let find: (sentence: string, connected?: string) => string[];
  beforeAll(async () => {
    const { buildSegment, combine } = openSearch();
    const index = combine([await buildSegment(searched)]);
    find = (sentence, connected) =>
      index
        .search(sentence, { connected: new Set(connected === undefined ? [] : [connected]) })
        .map((document) => searched[document]?.slug ?? "");
  });

  it.for(builtInSentences)("%j: a tool that does it among the first three", ([sentence, slugs], { skip }) => {
    if (!hasAll()) {
      return skip("no npm registry");
    }
    expect(searched.length).toBeGreaterThan(6000);
    expect(
      find(sentence)
        .slice(0, 3)
        .filter((slug) => slugs.includes(slug)),
    ).not.toEqual([]);
  });

  it.for(builtInSentences)("%j: the tool of a connected application first", ([sentence, slugs], { skip }) => {
    if (!hasAll()) {
      return skip("no npm registry");
    }
    for (const slug of slugs) {
      const { applicationSlug } = searched.find((document) => document.slug === slug) ?? {};
      expect(applicationSlug, slug).toBeDefined();
      expect(find(sentence, applicationSlug)[0]).toBe(slug);
    }
  });
});
