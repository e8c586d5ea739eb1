import { defineConfig } from "vitest/config";
import { CoverageReporter } from "./support/coverage-reporter.ts";
import { listLeftOut } from "./support/extended-files.ts";
import { FileTimeLimit } from "./support/file-time-limit.ts";
import { startWith } from "./support/longest-first.ts";
import { testFiles } from "./support/test-files.ts";

/** Each takes more than 15 seconds on a quiet machine with two cores. */
const longFiles = [
  "mcp-event-loop",
  "people-attacks",
  "canary-secrets",
  "fuzz-import",
  "tests/event-loop",
  "fuzz",
  "kill-under-load",
  "acceptance/tests/several-nodes",
  "every-door",
  "built-in-applications",
  "processes",
  "objects",
  "authorization-server/tests/several-nodes",
  "approvals-rest",
  "kill-nodes",
  "database-under-load",
  "tests/settings",
  "people",
  "growth",
  "database-copy",
  "change-propagation",
  "oauth/tests/several-servers",
  "prism-github",
  "first-admin",
  "provider-faults",
  "tests/limits",
  "built-in-prism",
  "terminal-start",
  "companies",
  "code-applications",
  "strict-provider",
  "background-imports",
  "sql-databases",
  "tests/reference",
  "mcp-approvals",
  "tests/console",
  "acceptance/tests/several-servers",
  "unread-responses",
  "mcp-clients",
  "mcp-applications",
  "mcp-conformance",
].map((name) => `${name}.test.ts`);

const leftOut = listLeftOut(process.env.EXTENDED_SHARD, "acceptance/");

const config = defineConfig({
  test: {
    root: import.meta.dirname,
    include: testFiles,
    exclude: leftOut,
    globalSetup: ["support/global-setup.ts"],
    reporters: ["default", new CoverageReporter(leftOut), new FileTimeLimit()],
    // More than the cores of a small machine: many tests mostly wait. Four take a little longer.
    maxWorkers: 6,
    // As in the unit tests' configuration.
    isolate: false,
    sequence: { sequencer: startWith(longFiles) },
    setupFiles: ["support/prepare-worker.ts"],
    // Far more than is needed: a loaded machine is no failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});

export default config;
