import type { CatalogTool } from "../tool.ts";

/** Limit for one tool. No model reads larger ones. */
const maxTool = 4 * 1024 * 1024;
/** Limit for all tools as stored, each with the definitions that it needs. */
const maxExpanded = 256 * 1024 * 1024;
/** Limit for all tools' schemas in memory, where tools share definitions. */
const maxOwn = 48 * 1024 * 1024;

type SizedTool = Pick<CatalogTool, "inputSchema" | "outputSchema">;

/**
 * Limits the tools of an import, in characters of JSON (decisions D75). All of a tool counts, since a document can repeat a long name or
 * list in each of its tools.
 */
export interface ToolBudget {
  readonly isSpent: boolean;
  /** Adds a tool. Returns false when it is too large or exceeds the budget. */
  take(tool: SizedTool): boolean;
}

export function createToolBudget(
  limits: Partial<{ tool: number; expanded: number; own: number }> = {},
): ToolBudget {
  const { tool = maxTool, expanded = maxExpanded, own = maxOwn } = limits;
  const measured = new WeakMap<object, number>();
  let leftExpanded = expanded;
  let leftOwn = own;
  let isSpent = false;

  function measureDefinitions(definitions: unknown): number {
    let sum = 0;
    for (const [name, schema] of Object.entries(definitions ?? {})) {
      const known = measured.get(schema) ?? JSON.stringify(schema).length;
      measured.set(schema, known);
      sum += name.length + known;
    }
    return sum;
  }

  return {
    get isSpent() {
      return isSpent;
    },
    take({ inputSchema, outputSchema, ...others }) {
      let ownSize = 0;
      let size = JSON.stringify(others).length;
      for (const { $defs, ...rest } of [inputSchema, outputSchema]) {
        ownSize += JSON.stringify(rest).length;
        size += measureDefinitions($defs);
      }
      size += ownSize;
      if (size > tool) {
        return false;
      }
      leftExpanded -= size;
      leftOwn -= ownSize;
      isSpent = leftExpanded < 0 || leftOwn < 0;
      return !isSpent;
    },
  };
}
