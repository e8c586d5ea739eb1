import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { dialogs } from "../support/dialogs.ts";
import { goInside } from "../support/go-inside.ts";
import { fillHarbor, type Harbor, type HarborWorld, startHarbor } from "../support/harbor.ts";
import { type OpenedConsole, openConsole } from "../support/open-console.ts";
import { pages } from "../support/pages.ts";
import { tellWhenFailed } from "../support/tell-when-failed.ts";
import { describeConsole } from "../support/world.ts";

/** A dialog or menu, and the button that has opened it. The page behind is checked without them. */
const opener = "[role=dialog], [role=menu], [aria-haspopup][aria-expanded=true]";

describeConsole(
  "every page",
  (world) => {
    let harbor: Harbor;
    let filled: HarborWorld;
    let opened: OpenedConsole;
    beforeAll(async () => {
      harbor = await startHarbor();
      filled = await fillHarbor(world, harbor);
      const service = {
        kind: "service",
        fullName: "Nightly sync",
        email: "sync@example.com",
        role: "Member",
      };
      await world.call("POST", "/v1/members", service);
      opened = await openConsole(world, { path: "/console/settings", isAlone: true, hasMotion: true });
    });
    beforeEach(() => void tellWhenFailed(opened.page));
    afterAll(async () => {
      await opened?.[Symbol.asyncDispose]();
      await harbor?.[Symbol.asyncDispose]();
    });

    test.each(Object.entries(pages))("%s has one h1, reads well and fits", async (name, { path, text }) => {
      const { page } = opened;
      // Inside, since axe is read anew for each document that is loaded.
      await leaveFor(page, path(filled));
      await page.getByText(text).first().waitFor();
      await page.waitForFunction(() => document.querySelector(".mantine-Skeleton-root") === null);
      expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
      await checkLooks(page, name, { areAll: true });
    });

    test.each(["application", "record", "tool", "toolset"] as const)(
      "%s keeps its trail in its place while its data comes under the pointer",
      async (name) => {
        await using alone = await openConsole(world, {
          path: "/console/settings",
          width: 2000,
          isAlone: true,
        });
        const { page } = alone;
        const held = Promise.withResolvers<void>();
        await page.route(/\/v1\/(applications|executions|tools|toolsets)\//, async (route) => {
          await held.promise;
          await route.continue();
        });
        await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
        await goInside(page, pages[name].path(filled));
        const trail = page.getByRole("navigation", { name: "Trail" });
        const link = trail.getByRole("link").first();
        await link.hover();
        await page.mouse.down();
        const before = await link.boundingBox();
        held.resolve();
        await page.getByText(pages[name].text).first().waitFor();
        expect(await link.boundingBox()).toEqual(before);
        await page.mouse.up();
        await page.getByRole("heading", { level: 1, name: /^(Applications|History|Toolsets)$/ }).waitFor();
      },
    );

    test.each(Object.entries(dialogs))(
      "%s, opened, reads well and fits",
      async (name, { path, press, shows }) => {
        const { page } = opened;
        await leaveFor(page, path(filled));
        for (const step of press) {
          const named = { name: step };
          await page.getByRole("button", named).or(page.getByRole("menuitem", named)).first().click();
        }
        await page.getByRole(shows).waitFor();
        await checkLooks(page, `open-${name}`, { within: opener });
        const form = page.getByRole("dialog").locator("form");
        if ((await form.count()) > 0) {
          expect(await form.getByRole("button", { name: "Cancel" }).count()).toBe(1);
        }
        await page.keyboard.press("Escape");
        await page.getByRole(shows).waitFor({ state: "detached" });
      },
    );
  },
  { BOWLINE_ALLOWED_PRIVATE_NETWORKS: "127.0.0.0/8" },
);

/** Goes to a page inside. What the page before has left, such as a result, is gone then. */
async function leaveFor(page: Page, path: string): Promise<void> {
  await goInside(page, "/rest");
  await page.getByRole("heading", { level: 1, name: "Not found" }).waitFor();
  await goInside(page, path);
}
