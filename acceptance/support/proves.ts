import { requirements } from "../requirements.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Ids of the requirements that the test proves. */
    proves?: string[];
  }
}

const known = new Set(requirements.map((requirement) => requirement.id));

/**
 * Test options that name the proven requirements: `test("claim", proves("execute.resolution.explicit"), …)`.
 *
 * @throws when a requirement is unknown.
 */
export function proves(...ids: [string, ...string[]]): { meta: { proves: string[] } } {
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    throw new Error(`No such requirement: ${unknown.join(", ")}.`);
  }
  return { meta: { proves: ids } };
}
