import { afterAll, beforeAll, expect, test } from "vitest";
import { hireActor, theAdmin } from "../../support/actors.ts";
import { execute } from "../../support/applications.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import { needsChromium } from "../support/chromium.ts";
import { type EmulatedProvider, startEmulatedProvider } from "../support/emulated-providers.ts";
import { listenOnLoopback, sendPage } from "../support/loopback-server.ts";
import {
  buildRedirectUri,
  importProvider,
  listConnections,
  type OAuthApplication,
  requestSignIn,
} from "../support/sign-in.ts";
import { useChromium } from "../support/use-chromium.ts";

describeOwnServer("In Chromium", () => {
  const openChromium = useChromium();
  let github: EmulatedProvider;
  let application: OAuthApplication;

  beforeAll(async () => {
    github = await startEmulatedProvider("github", buildRedirectUri());
    application = await importProvider(theAdmin(), github);
    if (!needsChromium()) {
      console.warn("SKIPPED: signing in with a browser (Chromium is not installed).");
    }
  });
  afterAll(() => github?.stop());

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? "with" : "without";
    test.skipIf(!needsChromium())(
      `a person signs in and confirms, ${how} JavaScript`,
      proves("sign-in.browser", "confirm-page.icon"),
      async () => {
        const caller = await hireActor();
        await using browser = await openChromium({ javaScriptEnabled });
        const page = await browser.context.newPage();
        const { signInUrl } = await requestSignIn(caller, application);
        await page.goto(signInUrl);
        await page.getByRole("button", { name: /octocat/ }).click();
        await page.waitForURL(/\/oauth\//);
        expect(await page.locator("body").innerText()).toContain(caller.fullName);
        expect(await listConnections(caller, application)).toEqual([]);
        // It is drawn, so the page's content security policy permits it.
        const icon = page.locator("img");
        await expect
          .poll(() => icon.evaluate((image: { naturalWidth: number }) => image.naturalWidth))
          .toBeGreaterThan(0);
        await page
          .getByRole("button", { name: /confirm|connect|allow|give|yes/i })
          .first()
          .click();
        await expect.poll(() => listConnections(caller, application)).toHaveLength(1);
        expect(page.url().startsWith(buildRedirectUri().replace(/callback$/, ""))).toBe(true);
        const [connection] = await listConnections(caller, application);
        const fields = { owner: "octocat", repo: "hello-world", title: `Signed in ${how} JavaScript` };
        const made = await execute(
          caller,
          application.tool("issues_create"),
          { fields },
          { connectionId: connection?.connectionId ?? 0 },
        );
        expect(made.isSuccess).toBe(true);
      },
    );
  }

  test.skipIf(!needsChromium())(
    "a page of another site cannot frame the confirmation",
    proves("sign-in.browser"),
    async () => {
      const caller = await hireActor();
      const { signInUrl } = await requestSignIn(caller, application);
      const framing = await listenOnLoopback((_request, response) =>
        sendPage(response, 200, `<iframe src="${signInUrl.replaceAll("&", "&amp;")}"></iframe>`),
      );
      try {
        await using browser = await openChromium({ javaScriptEnabled: true });
        const page = await browser.context.newPage();
        await page.goto(framing.origin);
        const frame = page.frameLocator("iframe");
        await frame.getByRole("button", { name: /octocat/ }).click();
        await page.waitForTimeout(1500);
        const texts = await Promise.all(
          page.frames().map((each) =>
            each
              .locator("body")
              .innerText()
              .catch(() => ""),
          ),
        );
        expect(texts.join()).not.toContain(caller.fullName);
        expect(await listConnections(caller, application)).toEqual([]);
      } finally {
        await framing.stop();
      }
    },
  );
});
