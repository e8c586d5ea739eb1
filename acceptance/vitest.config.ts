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
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default config;
