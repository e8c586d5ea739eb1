import { globSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { requirements } from "../requirements.ts";
import { ownServerMark } from "./own-server-mark.ts";

const testsFolder = join(import.meta.dirname, "..", "tests");

/**
 * Fails the run when a requirement has no passing test. A test that was skipped proves nothing. Silent when only
 * some of the tests ran.
 */
export class CoverageReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (!this.#ranEverything(modules)) return;
    const { proven, ownServerOnly } = readOutcomes(modules);
    const needed = requirements.filter((requirement) => requirement.deferred === undefined);
    const missing = needed.filter(({ id }) => !proven.has(id));
    const leftOut = missing.filter(({ id }) => isOutside() && ownServerOnly.has(id));
    const unproven = missing.filter((requirement) => !leftOut.includes(requirement));
    const later = requirements.length - needed.length;
    this.#say(
      `\nRequirements: ${needed.length - missing.length} of ${needed.length} proven, ${later} deferred, ${leftOut.length} left out.`,
    );
    for (const { id } of leftOut) this.#say(`  left out (needs a server of the suite's own): ${id}`);
    for (const { id, source, behavior } of unproven) this.#say(`  NOT PROVEN ${id} (${source}): ${behavior}`);
    for (const id of findDuplicates()) this.#say(`  TWICE ${id}`);
    if (unproven.length > 0 || findDuplicates().length > 0) process.exitCode = 1;
  }

  #ranEverything(modules: readonly TestModule[]): boolean {
    const files = new Set(modules.map((module) => module.moduleId));
    const hasNamePattern = this.#vitest?.getGlobalTestNamePattern?.() !== undefined;
    return !hasNamePattern && globSync(join(testsFolder, "**/*.test.ts")).every((file) => files.has(file));
  }

  #say(line: string): void {
    this.#vitest?.logger.log(line);
  }
}

function isOutside(): boolean {
  return Boolean(process.env.ACCEPTANCE_BASE_URL);
}

function readOutcomes(modules: readonly TestModule[]) {
  const proven = new Set<string>();
  const failed = new Set<string>();
  const ownServerOnly = new Set<string>();
  for (const test of modules.flatMap((module) => [...module.children.allTests()])) {
    const { state } = test.result();
    for (const id of test.meta().proves ?? []) {
      if (state === "passed") proven.add(id);
      if (state === "failed") failed.add(id);
      if (state === "skipped" && test.fullName.includes(ownServerMark)) ownServerOnly.add(id);
    }
  }
  return { proven: proven.difference(failed), ownServerOnly: ownServerOnly.difference(failed) };
}

function findDuplicates(): string[] {
  const ids = requirements.map(({ id }) => id);
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}
