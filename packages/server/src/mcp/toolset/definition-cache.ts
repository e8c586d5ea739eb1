import type { Tool } from "@modelcontextprotocol/server";
import { LRUCache } from "lru-cache";
import type { ToolEntry } from "../../catalog/company-catalog.ts";
import type { ToolsetRow } from "../../db/toolsets.ts";

const maxCharacters = 64 * 1024 * 1024;

interface Cached {
  toolset: ToolsetRow;
  entries: readonly ToolEntry[];
  tools: Tool[];
}

/** Keeps the definitions of toolsets as long as neither the toolset nor one of its tools changes. */
export class DefinitionCache {
  readonly #cached = new LRUCache<string, Cached>({
    maxSize: maxCharacters,
    sizeCalculation: ({ tools }) => JSON.stringify(tools).length + 1,
  });

  /** @param entries tells callers apart that may execute different tools of the toolset */
  async get(
    toolset: ToolsetRow,
    entries: readonly ToolEntry[],
    isReadOnly: boolean,
    build: () => Promise<Tool[]>,
  ): Promise<Tool[]> {
    const key = `${toolset.toolsetId} ${isReadOnly}`;
    const cached = this.#cached.get(key);
    // Entries of tools that did not change stay the same objects.
    if (cached?.toolset === toolset && isSameList(cached.entries, entries)) {
      return cached.tools;
    }
    const tools = await build();
    this.#cached.set(key, { toolset, entries, tools });
    return tools;
  }
}

const isSameList = (some: readonly ToolEntry[], others: readonly ToolEntry[]): boolean =>
  some.length === others.length && some.every((entry, position) => entry === others[position]);
