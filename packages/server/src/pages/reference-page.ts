import { hash } from "node:crypto";
import { buildOpenApiDocument } from "@bowline/contract";
import type { Hono } from "hono";
import { loadOnce } from "../load-once.ts";
import { acceptsEncoding } from "./accepts-encoding.ts";
import { loadScalar, type ScalarScript } from "./load-scalar.ts";
import { tabIconAddress } from "./marks.ts";

/** Some of Scalar's colors have too little contrast to be read by everybody, and its arrows are too small to be hit. */
const style = `
.light-mode {
  --scalar-color-2: #676767; --scalar-color-3: #6b6b6b; --scalar-color-blue: #006bb3; --scalar-color-red: #d00000;
  --scalar-color-green: #007a4d; --scalar-color-yellow: #856100; --scalar-color-orange: #b84000;
}
.dark-mode { --scalar-color-3: #949494; --scalar-color-red: #ff7070; }
.scalar-app li[data-sidebar-id] button.absolute[aria-expanded] { padding: 4px; }
`;

/**
 * Starts Scalar for the address that the page was opened at. Scalar contacts no other site: its fonts, telemetry, assistant and links
 * to its own services are off. The key that a reader enters stays in the browser.
 */
const start = `const base = location.pathname.replace(/\\/docs\\/?$/, "");
const methods = ["get", "post", "put", "patch", "delete"];
Scalar.createApiReference("#reference", {
  url: base + "/openapi.json",
  servers: [{ url: location.origin + base }],
  persistAuth: true,
  authentication: { preferredSecurityScheme: "apiKey" },
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  documentDownloadType: "json",
  operationsSorter: (one, other) => methods.indexOf(one.method) - methods.indexOf(other.method),
  customCss: ${JSON.stringify(style)},
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
});
`;
const startName = `start-${hash("sha256", start, "hex").slice(0, 16)}.js`;

const page = ({ version, integrity }: ScalarScript): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bowline API</title>
<link rel="icon" href="${tabIconAddress}">
</head>
<body>
<div id="reference"></div>
<script src="docs/scalar-${version}.js" integrity="${integrity}"></script>
<script src="docs/${startName}"></script>
</body>
</html>
`;

/** Nothing is loaded from other sites. Scalar needs inline styles. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src data:",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

const cachedForever = "public, max-age=31536000, immutable";

/** Mounts `/openapi.json`, the contract, and `/docs`, a page to read it and try it out. */
export function mountReference(app: Hono, baseUrl: string): void {
  let document: string | undefined;
  const load = loadOnce(loadScalar);
  app.get("/openapi.json", (context) => {
    document ??= JSON.stringify(buildOpenApiDocument(baseUrl));
    return context.body(document, 200, {
      "content-type": "application/json",
      "access-control-allow-origin": "*",
    });
  });
  app.get("/docs", async (context) =>
    context.html(page(await load()), 200, {
      "content-security-policy": contentSecurityPolicy,
      "referrer-policy": "no-referrer",
    }),
  );
  app.get(`/docs/${startName}`, (context) =>
    context.body(start, 200, { "content-type": "text/javascript", "cache-control": cachedForever }),
  );
  app.get("/docs/:asset{scalar-[0-9a-f]+\\.js}", async (context) => {
    const { version, file } = await load();
    if (context.req.param("asset") !== `scalar-${version}.js`) {
      return context.notFound();
    }
    const acceptsGzip = acceptsEncoding(context.req.header("accept-encoding"), "gzip");
    return context.body(acceptsGzip ? file.gzipped : file.inflate(), 200, {
      "content-type": "text/javascript",
      "cache-control": cachedForever,
      vary: "accept-encoding",
      ...(acceptsGzip && { "content-encoding": "gzip" }),
    });
  });
}
