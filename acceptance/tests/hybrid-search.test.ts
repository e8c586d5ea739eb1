import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { uniqueName } from "../support/actors.ts";
import { succeed } from "../support/caller.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { ListOf, Tool } from "../support/records.ts";

const summaries = [
  "Meteorological outlook for a region",
  "Adopt a puppy from the shelter",
  "Brew espresso remotely",
  "Estimated arrival of the underground train",
];
/** The model is 43 MB and is installed once, on a machine that may be busy. */
const limitMs = 240_000;
/** Certificates of a machine whose way to the npm registry has its own. */
const { NODE_EXTRA_CA_CERTS } = process.env;
const cacheDir = join(import.meta.dirname, "../../.cache/acceptance");

describeOwnServer("A server with BOWLINE_SEARCH=hybrid", () => {
  const own = useOwnServer({
    BOWLINE_SEARCH: "hybrid",
    BOWLINE_CACHE_DIR: cacheDir,
    ...(NODE_EXTRA_CA_CERTS !== undefined && { NODE_EXTRA_CA_CERTS }),
  });
  const slug = uniqueName("city");

  beforeAll(async () => {
    const paths = Object.fromEntries(
      summaries.map((summary, number) => [
        `/r${number}`,
        { get: { operationId: `op${number}`, summary, responses: { 200: { description: "OK" } } } },
      ]),
    );
    const document = {
      openapi: "3.1.0",
      info: { title: "City", version: "1" },
      servers: [{ url: "https://city.example.com" }],
      paths,
    };
    await succeed(own.admin.post("/v1/applications", { source: "openapi", slug, document }));
  });

  async function search(query: string): Promise<string[]> {
    const page = await succeed<ListOf<Tool>>(own.admin.get("/v1/tools", { search: query }));
    return page.items.map(({ name }) => name);
  }

  test("finds a tool that holds none of the words, once its meaning is computed", {
    ...proves("search.hybrid", "search.hybrid.words-first"),
    timeout: 2 * limitMs,
  }, async () => {
    expect((await search("espresso"))[0]).toBe("Brew espresso remotely");
    for (const [query, found] of [
      ["will it rain tomorrow", "Meteorological outlook for a region"],
      ["dogs looking for a home", "Adopt a puppy from the shelter"],
      ["when is the next metro", "Estimated arrival of the underground train"],
    ] as const) {
      await expect
        .poll(async () => (await search(query))[0], { timeout: limitMs, interval: 1000 })
        .toBe(found);
    }
    expect((await search("espresso"))[0]).toBe("Brew espresso remotely");
  });
});
