import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SearchDocument } from "../../packages/catalog/src/search/search-document.ts";

/** Tools, and queries with the tools that are to be found. */
export interface SearchSet {
  name: string;
  documents: SearchDocument[];
  queries: SearchQuery[];
}

export interface SearchQuery {
  text: string;
  /** Slugs. */
  wanted: readonly string[];
  /** `any`: one of them is enough. `all`: the share that is found counts. */
  mode: "any" | "all";
}

interface StoredTool {
  id: string;
  application: string;
  name: string;
  description?: string;
  category?: string;
  parameters?: (string | { name: string })[];
}

interface StoredQuery {
  query: string;
  gold: string[];
  goldMode: "any" | "all";
}

const files = {
  rapidapi: ["rapidapi.tools.jsonl", "rapidapi.stabletoolbench.jsonl"],
  metatool: ["metatool.tools.jsonl", "metatool.queries.jsonl"],
  livemcp: ["livemcp.tools.jsonl", "livemcp.queries.jsonl"],
} as const;

/** Reads StableToolBench, MetaTool and LiveMCPBench as JSON lines from a folder. */
export async function loadPublishedSets(folder: string): Promise<SearchSet[]> {
  return Promise.all(
    Object.entries(files).map(async ([name, [tools, queries]]) => ({
      name,
      documents: (await readLines<StoredTool>(join(folder, tools))).map(describeTool),
      queries: (await readLines<StoredQuery>(join(folder, queries))).map(({ query, gold, goldMode }) => ({
        text: query,
        wanted: gold,
        mode: goldMode,
      })),
    })),
  );
}

const describeTool = (tool: StoredTool): SearchDocument => ({
  slug: tool.id,
  applicationSlug: tool.application.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"),
  applicationName: tool.application,
  applicationDescription: "",
  operation: tool.name,
  name: tool.name,
  description: tool.description ?? "",
  tags: tool.category === undefined ? [] : [tool.category],
  parameters: (tool.parameters ?? []).map((each) => (typeof each === "string" ? each : each.name)),
  method: "",
  path: "",
  isFeatured: false,
  isDeprecated: false,
});

async function readLines<Line>(path: string): Promise<Line[]> {
  const text = await readFile(path, "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
