import { defineConfig } from "vitest/config";

const config = defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts"],
    maxWorkers: 2,
    testTimeout: 20_000,
  },
});

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default config;
