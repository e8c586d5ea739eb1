import { defineConfig } from "vitest/config";
import { startWith } from "./acceptance/support/longest-first.ts";

/** Each takes more than 10 seconds on a quiet machine with two cores. */
const longFiles = [
  "e2e/tests/history.test.ts",
  "e2e/tests/pages.test.ts",
  "scripts/guides.test.ts",
  "e2e/tests/tool.test.ts",
  "e2e/tests/import.test.ts",
  "e2e/tests/session.test.ts",
  "e2e/tests/connect.test.ts",
  "e2e/tests/approvals.test.ts",
  "e2e/tests/journey.test.ts",
  "real-documents.test.ts",
  "egress.test.ts",
  "with-idempotency-key.test.ts",
  "real-definitions.test.ts",
  "silent-database.test.ts",
  "embedded-postgres.test.ts",
];

const config = defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: startWith(longFiles) },
    setupFiles: ["acceptance/support/seed-properties.ts"],
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
          globalSetup: ["packages/server/testing/test-database-server.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "packages",
          include: ["packages/*/src/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["packages/server/**", "**/node_modules/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "console in a browser",
          include: ["packages/console/e2e/**/*.test.ts"],
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
