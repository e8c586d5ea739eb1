import { defineConfig } from "vitest/config";

const config = defineConfig({
  test: {
    maxWorkers: 2,
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
          globalSetup: ["packages/console/e2e/support/build-console.ts"],
        },
      },
    ],
  },
});

export default config;
