import type { JsonSchema } from "../../json-schema.ts";

/** Limit for one tool's schemas. No model reads larger ones. */
const maxTool = 4 * 1024 * 1024;
/** Limit for all tools' schemas as stored, each with the definitions that it needs. */
const maxExpanded = 256 * 1024 * 1024;
/** Limit for all tools' schemas in memory, where tools share definitions. */
const maxOwn = 48 * 1024 * 1024;

/** Limits the schemas of an import, in characters of JSON (decisions D75). */
export interface SchemaBudget {
  readonly isSpent: boolean;
  /** Adds a tool's schemas. Returns false when they are too large or exceed the budget. */
  take(schemas: readonly JsonSchema[]): boolean;
}

export function createSchemaBudget(
  limits: Partial<{ tool: number; expanded: number; own: number }> = {},
): SchemaBudget {
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
    take(schemas) {
      let ownSize = 0;
      let size = 0;
      for (const { $defs, ...rest } of schemas) {
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
