import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  // The server replaces this placeholder by a new nonce for each request.
  html: { cspNonce: "__CSP_NONCE__" },
  plugins: [react()],
  build: {
    outDir: "dist",
    manifest: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    // scripts/check-console-budget.mjs checks the sizes.
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
    // The SDK loads these when a program asks for its adapters, which the console never does.
    rolldownOptions: { external: ["ai", /^@langchain\//] },
  },
  experimental: {
    // Files find each other by their own address: the server may have a path before /console/, which only the page knows.
    renderBuiltUrl: (_file, { hostType }) => (hostType === "html" ? undefined : { relative: true }),
  },
});
