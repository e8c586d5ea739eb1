import { defineConfig } from "vitest/config";
import { listLeftOut } from "./acceptance/support/extended-files.ts";
import { FileTimeLimit } from "./acceptance/support/file-time-limit.ts";
import { startWith } from "./acceptance/support/longest-first.ts";

/** Each takes more than 10 seconds on a quiet machine with two cores. */
const longFiles = [
  "built-in-requests.test.ts",
  "tests/pages.test.ts",
  "problems.test.ts",
  "tests/tool.test.ts",
  "command-line.test.ts",
  "cli/src/code-applications.test.ts",
  "tests/history.test.ts",
  "page-costs.test.ts",
  "attacks.test.ts",
  "tests/toolset.test.ts",
  "lists.test.ts",
  "tests/budgets.test.ts",
  "tests/import.test.ts",
  "tests/approvals.test.ts",
  "sign-in.test.ts",
  "session.test.ts",
  "journey.test.ts",
  "guides.test.ts",
  "catalog-forms.test.ts",
  "application-examples.test.ts",
  "package.test.ts",
  "tests/connect.test.ts",
  "tool-options.test.ts",
  "mcp.test.ts",
  "real-documents.test.ts",
  "pushed-shape-mysql.test.ts",
  "toolset-agents.test.ts",
  "keyboard.test.ts",
  "members-and-keys.test.ts",
  "src/guide.test.ts",
  "terminal.test.ts",
  "oauth-clients.test.ts",
  "application-manage.test.ts",
  "revoke-tokens.test.ts",
  "revoked-connections.test.ts",
  "application-changes.test.ts",
  "tests/settings.test.ts",
  "tests/record.test.ts",
  "silent-database.test.ts",
  "copy-database.test.ts",
  "jobs.test.ts",
  "mysql-faults.test.ts",
  "egress.test.ts",
  "server-machine.test.ts",
  "entrance.test.ts",
  "missing-part.test.ts",
  "thread-pool.test.ts",
];

/** They measure the memory or the processor time of their own process, so no other file has run in it. */
const measuringFiles = [
  "packages/catalog/src/linear-pattern.test.ts",
  "packages/catalog/src/openapi/document/plain-text.test.ts",
  "packages/catalog/src/search/hostile-descriptions.test.ts",
  "packages/server/src/egress/single-bytes.test.ts",
  "packages/server/src/suggestions/nearest-slug.test.ts",
  "packages/server/src/execution/results/filter-results.test.ts",
  "packages/server/src/execution/results/includes-text.test.ts",
  "packages/server/src/execution/masking/mask-threads.test.ts",
  "packages/server/src/execution/input/schema-memory.test.ts",
  "packages/server/src/execution/input/validate-input.test.ts",
  "packages/server/src/process/collect-when-idle.test.ts",
  "packages/server/src/runtimes/response-threads.test.ts",
  "packages/server/src/runtimes/secret-texts.test.ts",
  "packages/server/src/runtimes/sql/read-number.test.ts",
  "packages/server/src/runtimes/sql/mysql/first-word.test.ts",
];

/** They use whole servers, as the tests of the clients do. */
const guideFiles = ["scripts/guides.test.ts", "scripts/code-applications-guide.test.ts"];

const leftOut = [...listLeftOut(process.env.EXTENDED_SHARD), "**/node_modules/**"];

const config = defineConfig({
  test: {
    // More than the cores of a small machine, since some tests wait. More of them push each other out of the processor's caches: those in
    // a browser took a seventh longer five at a time than three at a time.
    maxWorkers: 4,
    reporters: ["default", new FileTimeLimit()],
    // A worker keeps the modules that it has loaded for its next file: loading them again took a third of the CPU time. Test files
    // therefore leave nothing behind in modules, in the environment or in globals.
    isolate: false,
    sequence: { sequencer: startWith(longFiles) },
    setupFiles: ["acceptance/support/prepare-worker.ts"],
    // Far more than is needed: a loaded machine is no failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          include: ["packages/server/src/**/*.test.ts"],
          exclude: [...measuringFiles, ...leftOut],
          globalSetup: ["packages/server/testing/test-database-server.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "packages",
          include: ["packages/*/src/**/*.test.ts", "scripts/**/*.test.ts", "bench/**/*.test.ts"],
          exclude: ["packages/{server,sdk,cli}/**", ...guideFiles, ...measuringFiles, ...leftOut],
        },
      },
      {
        extends: true,
        test: {
          name: "clients",
          include: ["packages/{sdk,cli}/src/**/*.test.ts", ...guideFiles],
          exclude: leftOut,
          globalSetup: ["acceptance/support/shared-database.ts"],
        },
      },
      {
        extends: true,
        test: { name: "measuring", include: measuringFiles, exclude: leftOut, isolate: true },
      },
      {
        extends: true,
        test: {
          name: "console in a browser",
          include: ["packages/console/e2e/**/*.test.ts"],
          exclude: leftOut,
          globalSetup: [
            "packages/console/e2e/support/build-console.ts",
            "acceptance/support/shared-database.ts",
          ],
        },
      },
    ],
  },
});

export default config;
