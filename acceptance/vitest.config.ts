import { defineConfig } from "vitest/config";
import { CoverageReporter } from "./support/coverage-reporter.ts";
import { startWith } from "./support/longest-first.ts";
import { testFiles } from "./support/test-files.ts";

/** Each takes more than 15 seconds on a quiet machine with two cores. */
const longFiles = [
  "canary-secrets",
  "tests/objects",
  "background-imports",
  "oauth/tests/several-servers",
  "kill-under-load",
  "tests/change-propagation",
  "kill-nodes",
  "built-in-applications",
  "tests/event-loop",
  "people-attacks",
  "tests/several-servers",
  "limits",
  "database-under-load",
  "growth",
  "fuzz",
  "every-door",
  "approvals-rest",
  "processes",
  "strict-provider",
  "settings",
  "provider-faults",
  "tests/several-nodes",
  "fuzz-import",
  "mcp-several-servers",
  "emulated-applications",
  "emulated-documents",
].map((name) => `${name}.test.ts`);

const config = defineConfig({
  test: {
    root: import.meta.dirname,
    include: testFiles,
    globalSetup: ["support/global-setup.ts"],
    reporters: ["default", new CoverageReporter()],
    // More than the cores of a small machine: many tests mostly wait.
    maxWorkers: 3,
    sequence: { sequencer: startWith(longFiles) },
    setupFiles: ["support/seed-properties.ts"],
    // Far more than is needed: a loaded machine is no failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});

export default config;
