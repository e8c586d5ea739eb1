import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { buildOpenApiDocument } from "@bowline/contract";
import type { Hono } from "hono";

/** What the page loads; all of it comes out of the npm package, nothing from elsewhere. */
const assets: Record<string, string> = {
  "swagger-ui.css": "text/css",
  "swagger-ui-bundle.js": "text/javascript",
  "favicon-32x32.png": "image/png",
};

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Bowline API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: "/openapi.json", dom_id: "#reference", deepLinking: true, defaultModelsExpandDepth: 0 });\n`;

const contentSecurityPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'";

/** `/openapi.json`, the contract, and `/docs`, a page to read it on. */
export function mountReference(app: Hono, baseUrl: string): void {
  const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  let document: string | undefined;
  app.get("/openapi.json", (context) => {
    document ??= JSON.stringify(buildOpenApiDocument(baseUrl));
    return context.body(document, 200, {
      "content-type": "application/json",
      "access-control-allow-origin": "*",
    });
  });
  app.get("/docs", (context) =>
    context.html(page, 200, { "content-security-policy": contentSecurityPolicy }),
  );
  app.get("/docs/start.js", (context) => context.body(start, 200, { "content-type": "text/javascript" }));
  app.get("/docs/:asset", async (context) => {
    const name = context.req.param("asset");
    const contentType = assets[name];
    if (contentType === undefined) {
      return context.notFound();
    }
    const content = await readFile(join(folder, name));
    return context.body(content, 200, { "content-type": contentType, "cache-control": "max-age=3600" });
  });
}
