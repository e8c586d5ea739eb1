import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { prepareFirstView } from "./build/prepare-first-view.ts";

export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  // The server replaces this placeholder by a new nonce for each request.
  html: { cspNonce: "__CSP_NONCE__" },
  plugins: [react(), prepareFirstView()],
  resolve: { alias: { "markdown-to-jsx/react": join(import.meta.dirname, "build", "plain-markdown.tsx") } },
  build: {
    outDir: "dist",
    manifest: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    // scripts/check-console-size.mjs checks the sizes.
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
    rolldownOptions: {
      // The SDK loads these when a program asks for its adapters, which the console never does.
      external: ["ai", /^@langchain\//],
      output: {
        // The bundler's names of shared files list all who share them.
        chunkFileNames: ({ name }) => `assets/${name.split("~")[0]}-[hash].js`,
        codeSplitting: {
          // Each file costs a request: what every page needs is one file, and small shared parts (in bytes) are put together.
          groups: [
            { name: "frame", tags: ["$initial"] },
            // Small parts of the first page, which would otherwise be put together with large ones of other pages.
            {
              name: "basic",
              test: /\/console\/src\/(?:api\/|parts\/anchor-link)|\/components\/(?:Anchor|Progress|SimpleGrid|Skeleton)\//,
            },
            { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1500 },
          ],
        },
      },
    },
  },
  experimental: {
    // Files find each other by their own address: the server may have a path before /console/, which only the page knows.
    renderBuiltUrl: (_file, { hostType }) => (hostType === "html" ? undefined : { relative: true }),
  },
});
