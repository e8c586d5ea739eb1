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
    // The SDK loads these when a program asks for its adapters, which the console never does.
    rolldownOptions: { external: ["ai", /^@langchain\//] },
  },
});
