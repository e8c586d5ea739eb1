import { z } from "zod";
import { DescriptionError } from "../description-error.ts";

/** Flags that change what a pattern matches. JSON Schema has none of them. */
const tellingFlags = /[ims]/;
const changingTypes: ReadonlySet<string> = new Set(["pipe", "transform"]);

/**
 * Checks that JSON Schema says all of a schema. The server sends the input of a request as it is, and runs nothing of zod: what only zod knows
 * would have no effect.
 *
 * @throws DescriptionError that names the member
 */
export function checkOnlyJsonSchema(schema: z.ZodType, place: string): void {
  z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, path }) => {
      const rule = findRule(zodSchema);
      if (rule !== null) {
        const names = path.filter((_, index) => path[index - 1] === "properties");
        const member = names.length === 0 ? "" : ` (${names.join(".")})`;
        throw new DescriptionError(
          `${place} ${rule}, which only the input of a tool with run may do${member}`,
        );
      }
    },
  });
}

/** Returns what a schema does that JSON Schema cannot say; null: nothing. */
function findRule(schema: z.core.$ZodType): string | null {
  const checks = listChecks(schema).map(({ check }) => check);
  if (changingTypes.has(schema._zod.def.type) || checks.includes("overwrite")) {
    return "changes its value";
  }
  if (checks.includes("custom")) {
    return "has a rule that JSON Schema cannot say";
  }
  if (listFlaggedPatterns(schema).size > 0) {
    return "has a pattern with flags";
  }
  return isComputed(schema) ? "has a default that is computed anew at each call" : null;
}

/** Returns the sources of a text's patterns that mean something else without their flags. */
export const listFlaggedPatterns = (schema: z.core.$ZodType): ReadonlySet<string> =>
  new Set(
    listChecks(schema).flatMap(({ pattern }) =>
      pattern instanceof RegExp && tellingFlags.test(pattern.flags) ? [pattern.source] : [],
    ),
  );

/** Whether a default is a function of the time or of chance. */
export function isComputed({ _zod: { def } }: z.core.$ZodType): boolean {
  const isDefault = def.type === "default" || def.type === "prefault";
  const write = () => JSON.stringify((def as { defaultValue?: unknown }).defaultValue);
  return isDefault && write() !== atAnotherTime(write);
}

/** Runs a function as if it were some years later. */
function atAnotherTime<Result>(run: () => Result): Result {
  const now = Date;
  const laterMs = now.now() + 100_000_000_000;
  globalThis.Date = class extends now {
    constructor(...args: [] | [number]) {
      super(...(args.length === 0 ? ([laterMs] as const) : args));
    }
    static override now = () => laterMs;
  } as DateConstructor;
  try {
    return run();
  } finally {
    globalThis.Date = now;
  }
}

interface Check {
  check?: string;
  pattern?: unknown;
}

/** A format such as `z.uuid()` is a check of its own. */
const listChecks = ({ _zod: { def } }: z.core.$ZodType): Check[] => [
  def as Check,
  ...(def.checks ?? []).map((check) => check._zod.def as Check),
];
