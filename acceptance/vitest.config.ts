import { defineConfig } from "vitest/config";
import { CoverageReporter } from "./support/coverage-reporter.ts";
import { testFiles } from "./support/test-files.ts";

const config = defineConfig({
  test: {
    root: import.meta.dirname,
    include: testFiles,
    globalSetup: ["support/global-setup.ts"],
    reporters: ["default", new CoverageReporter()],
    maxWorkers: 2,
    setupFiles: ["support/seed-properties.ts"],
    // Far more than is needed: a loaded machine is no failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});

export default config;
