/** One fact of the specification, in our own words. */
export interface Requirement {
  /** `<chapter>.<subject>.<fact>`, unique; `proves()` names it. */
  id: string;
  /** Where the specification states it: a decision's number, or `contract: <heading>`. */
  source: string;
  behavior: string;
  /** Why no test proves it yet. A deferred requirement needs no test. */
  deferred?: string;
  /** Its test needs one of these programs on the PATH. Without any, the test is skipped with a note. */
  needs?: readonly string[];
}

/** Requirements that hold today: each needs a passing test. */
export function stated(source: string, facts: Record<string, string>): Requirement[] {
  return Object.entries(facts).map(([id, behavior]) => ({ id, source, behavior }));
}

/** Requirements whose tests need one of these programs on the PATH. */
export function needing(
  programs: readonly string[],
  source: string,
  facts: Record<string, string>,
): Requirement[] {
  return stated(source, facts).map((requirement) => ({ ...requirement, needs: programs }));
}

/** Requirements that no test can prove yet, with the reason. */
export function deferred(source: string, reason: string, facts: Record<string, string>): Requirement[] {
  return stated(source, facts).map((requirement) => ({ ...requirement, deferred: reason }));
}
