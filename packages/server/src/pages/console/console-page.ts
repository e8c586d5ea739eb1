import { randomBytes } from "node:crypto";
import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { buildPath } from "../../build-path.ts";
import type { Config } from "../../config/config.ts";
import { stateMark } from "../marks.ts";
import { showPage } from "../page.ts";
import { checkHost } from "../people/check-host.ts";
import { encodeAsset, openConsoleFiles } from "./console-files.ts";
import { findBuildState } from "./find-build-state.ts";

const noncePlaceholder = "__CSP_NONCE__";
/** Vite writes it before every address (setting `base`). */
const builtPrefix = '"/console/';
const reloadSeconds = 2;

const buildContentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/** Mounts `/console/` (decisions D81): one page for all its paths, and the files that the page loads. */
export function mountConsole(
  app: Hono,
  { baseUrl, consoleDir }: Pick<Config, "baseUrl" | "consoleDir">,
): void {
  const loadFiles = openConsoleFiles(consoleDir);

  app.get("/console", (context) =>
    context.redirect(buildPath(baseUrl, "/console/") + new URL(context.req.url).search, 302),
  );

  app.get("/console/assets/:name{.*}", async (context) => {
    const asset = (await loadFiles())?.assets.get(context.req.param("name"));
    if (asset === undefined) {
      return context.notFound();
    }
    const { encoding, content } = encodeAsset(asset, context.req.header("accept-encoding"));
    return context.body(content, 200, {
      "content-type": asset.type,
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
      ...(encoding !== null && { "content-encoding": encoding }),
    });
  });

  app.get("/console/*", checkHost(baseUrl), async (context) => {
    // What has a dot is a file, and all files are above.
    if (/\.|%2e/i.test(context.req.path)) {
      return context.notFound();
    }
    const files = await loadFiles();
    if (files === null) {
      return showMissing(context, consoleDir);
    }
    const nonce = randomBytes(18).toString("base64");
    const page = files.index
      .replaceAll(noncePlaceholder, nonce)
      .replaceAll(builtPrefix, `"${buildPath(baseUrl, "/console/")}`);
    return context.html(page, 200, {
      "content-security-policy": buildContentSecurityPolicy(nonce),
      "referrer-policy": "no-referrer",
    });
  });
}

async function showMissing(context: Context, consoleDir: string) {
  const state = await findBuildState(consoleDir);
  switch (state.kind) {
    case "building":
      context.header("refresh", String(reloadSeconds));
      context.header("retry-after", String(reloadSeconds));
      return showPage(
        context,
        "The console is being built",
        html`<p>This takes about 10 seconds, once after an installation or an update. The page reloads itself.</p>
          <p class="quiet">The API and MCP work already.</p>`,
        503,
      );
    case "failed":
      return showPage(
        context,
        "The console could not be built",
        html`<pre><code>${state.message}</code></pre>
          <p>Run <code>node scripts/build-console.mjs</code> in the program's folder, then reload this page.</p>
          <p class="quiet">The API and MCP work without the console.</p>`,
        503,
        stateMark("failed"),
      );
    case "notBuilt":
      return showPage(
        context,
        "The console is not built",
        html`<p>Start the server with <code>npm start</code>, which builds it, or run
            <code>node scripts/build-console.mjs</code> in the program's folder. Then reload this page.</p>
          <p class="quiet">The API and MCP work without the console.</p>`,
        503,
        stateMark("failed"),
      );
  }
}
