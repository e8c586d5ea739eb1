import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { needsChromium } from "../oauth/support/chromium.ts";
import { useChromium } from "../oauth/support/use-chromium.ts";
import { hireActor, nobody } from "../support/actors.ts";
import { deployment } from "../support/deployment.ts";
import { proves } from "../support/proves.ts";

describe("GET /docs", () => {
  test("has a policy that allows no other origin", proves("reference.policy"), async () => {
    const { headers, text } = await nobody().get("/docs");
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/https?:|unsafe-eval|\*/);
    expect(text).not.toMatch(/https?:\/\//);
  });

  test(
    "names files that are cached forever, and checks the large one",
    proves("reference.kept"),
    async () => {
      const { text } = await nobody().get("/docs");
      const [, path = "", integrity = ""] = /src="(docs\/scalar-[^"]+)" integrity="([^"]+)"/.exec(text) ?? [];
      const paths = [path, /src="(docs\/start-[^"]+)"/.exec(text)?.[1] ?? ""];
      for (const part of paths) {
        const { status, headers } = await nobody().get(`/${part}`);
        expect(status).toBe(200);
        expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
        expect(headers["content-type"]).toContain("text/javascript");
      }
      const { text: script } = await nobody().get(`/${path}`);
      expect(integrity).toBe(`sha256-${createHash("sha256").update(script).digest("base64")}`);
      const zipped = await nobody().send("GET", `/${path}`, { headers: { "accept-encoding": "gzip" } });
      expect(zipped.headers["content-encoding"]).toBe("gzip");
      const refusing = { headers: { "accept-encoding": "gzip;q=0" } };
      expect((await nobody().send("GET", `/${path}`, refusing)).headers["content-encoding"]).toBeUndefined();
      expect((await nobody().get("/docs/scalar-0123456789abcdef.js")).status).toBe(404);
    },
  );
});

describe("in Chromium", () => {
  const openChromium = useChromium();

  /** Requests of the page to other servers, and requests that the browser blocked. */
  function collectProblems(page: Page, origin: string): string[] {
    const problems: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(`${origin}/`) && !/^(data|blob):/.test(request.url())) {
        problems.push(`asks ${request.url()}`);
      }
    });
    page.on("requestfailed", (request) => problems.push(`lacks ${request.url()}`));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") {
        problems.push(message.text());
      }
    });
    return problems;
  }

  const { port } = new URL(deployment().baseUrl);

  test.skipIf(!needsChromium() || deployment().isOutside).each([
    [`http://127.0.0.1:${port}`, "with a key that is still there after the page was left"],
    // Each load of the page takes two seconds of CPU time.
    [`http://localhost:${port}`, "at once"],
  ])(
    "an operation is tried from %s, %s",
    proves("reference.self-contained", "reference.try"),
    async (origin, when) => {
      const { apiKey, fullName } = await hireActor();
      await using browser = await openChromium({ javaScriptEnabled: true });
      const page = await browser.context.newPage();
      const problems = collectProblems(page, origin);
      await page.goto(`${origin}/docs`);
      await page.locator("input[autocomplete=off]").first().fill(apiKey);
      // Scalar stores the key a moment after it was typed.
      await expect
        .poll(() => page.evaluate((key) => JSON.stringify({ ...localStorage }).includes(key), apiKey))
        .toBe(true);
      if (when !== "at once") {
        await page.reload();
      }
      await page.getByRole("button", { name: /test request.*whoami/i }).click();
      const responded = page.waitForResponse((response) => response.url() === `${origin}/v1/auth/whoami`);
      await page.getByRole("button", { name: /send/i }).last().click();
      const response = await responded;
      expect(response.status()).toBe(200);
      expect(await response.json()).toMatchObject({ fullName });
      expect(problems).toEqual([]);
    },
  );
});
