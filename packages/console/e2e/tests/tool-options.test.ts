import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { openConsole } from "../support/open-console.ts";
import { type Gallery, openGallery } from "../support/open-gallery.ts";
import { describeConsole } from "../support/world.ts";

describeConsole(
  "a tool with files, pages and options",
  (world) => {
    let gallery: Gallery;
    beforeAll(async () => {
      gallery = await openGallery(world);
    });
    afterAll(async () => {
      await gallery?.[Symbol.asyncDispose]();
    });
    const open = (slug: string, more = "") =>
      openConsole(world, { path: `/console/tools/${slug}${more}`, except: [/status of 4\d\d/] });
    const bytes = Buffer.from(Array.from({ length: 3000 }, (_, index) => index % 256));

    test("sends files that were chosen or dragged in, and shows them by name in code", async () => {
      await using opened = await open("gallery_add_picture");
      const { page } = opened;
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Choose a file for picture" }).click();
      await (await chooser).setFiles({ name: "lamp.png", mimeType: "image/png", buffer: bytes });
      await page.getByText("lamp.png", { exact: true }).waitFor();
      await page.getByText("3.0 kB").waitFor();
      // Files that are dragged in are added to a list.
      const dragged = await page.evaluateHandle(() => {
        const data = new DataTransfer();
        data.items.add(new File(["first"], "first.txt", { type: "text/plain" }));
        data.items.add(new File(["second"], "second.txt", { type: "text/plain" }));
        return data;
      });
      const details = page.getByRole("button", { name: "Choose a file for details" });
      await details.dispatchEvent("drop", { dataTransfer: dragged });
      await page.getByText("second.txt", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Remove first.txt" }).press("Enter");
      await page.getByText("first.txt", { exact: true }).waitFor({ state: "detached" });
      expect(
        await page
          .getByRole("button", { name: "Add a file for details" })
          .evaluate((one) => one.matches(":focus")),
      ).toBe(true);
      const code = page.getByRole("tabpanel", { name: "curl" });
      await code.getByText("base64 < 'lamp.png'").waitFor();
      expect(await page.content()).not.toContain(bytes.toString("base64").slice(0, 60));
      await checkLooks(page, "tool-files");
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByText("Succeeded").waitFor();
      const { contentType, body } = gallery.received.at(-1) ?? { contentType: "", body: Buffer.alloc(0) };
      expect(contentType).toMatch(/^multipart\/form-data/);
      expect(body.includes(bytes)).toBe(true);
      const text = body.toString("latin1");
      expect(text).toMatch(/filename="lamp.png"\r\ncontent-type: image\/png/i);
      expect(text).toContain("second");
      expect(text).not.toContain("first.txt");
    });

    test("says which file is missing, and sends one alone as the whole body", async () => {
      await using opened = await open("gallery_set_cover");
      const { page } = opened;
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByText("Is required.").first().waitFor();
      const choose = page.getByRole("button", { name: "Choose a file for body" });
      expect(await choose.evaluate((one) => one.matches(":focus"))).toBe(true);
      const chooser = page.waitForEvent("filechooser");
      await choose.press("Enter");
      await (await chooser).setFiles({ name: "cover.bin", mimeType: "", buffer: bytes });
      await page.getByText("3.0 kB").waitFor();
      await page.getByRole("button", { name: "Run", exact: true }).click();
      // It overwrites the cover that was there.
      await page.getByRole("dialog").getByRole("button", { name: "Run" }).click();
      await page.getByText("Succeeded").waitFor();
      expect(gallery.received.at(-1)?.body.equals(bytes)).toBe(true);
    });

    test("turns the pages of a limited list, in the code and in the form alike", async () => {
      await using opened = await open("gallery_list_pictures");
      const { page } = opened;
      await page.getByRole("textbox", { name: "At most so many results" }).fill("20");
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByText("Results 1 to 20").waitFor();
      const next = page.getByRole("button", { name: "Next", exact: true });
      await next.focus();
      await next.press("Enter");
      await page.getByText("Results 21 to 40").waitFor();
      await page.getByText("Picture 21", { exact: true }).waitFor();
      await expect
        .poll(() => page.getByRole("textbox", { name: "Results to skip" }).inputValue())
        .toBe("Skip 20");
      await page.getByRole("tabpanel", { name: "curl" }).getByText('"offset": 20').waitFor();
      await next.press("Enter");
      await page.getByText("Results 41 to 45").waitFor();
      // The last page keeps the focus, and says that there is no next one.
      expect(await next.evaluate((one) => one.matches(":focus"))).toBe(true);
      expect(await next.getAttribute("aria-disabled")).toBe("true");
      await page.getByRole("button", { name: "Previous", exact: true }).click();
      await page.getByText("Results 21 to 40").waitFor();
      // Another order begins at its first page.
      await page.getByRole("button", { name: "Sort by id" }).click();
      await page.getByText("Results 1 to 20").waitFor();
    });

    test("replaces fields of the connection for one run, and keeps secrets out of the code", async () => {
      await using opened = await open("gallery_list_pictures");
      const { page } = opened;
      await page.getByRole("button", { name: "More options" }).click();
      const options = page.getByRole("group", { name: "Fields of the connection" });
      await options.getByLabel("region", { exact: false }).first().click();
      await page.getByRole("option", { name: "us" }).click();
      await options.locator("input[type=password]").fill("canary-0815");
      const code = page.getByRole("region", { name: "Call it from code" });
      await code.getByRole("tabpanel", { name: "curl" }).getByText('"value": "us"').waitFor();
      await checkLooks(page, "tool-options");
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByText("Succeeded").waitFor();
      expect(gallery.received.at(-1)?.path).toBe("/us/pictures");
      expect(await code.textContent()).not.toContain("canary-0815");
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
        "canary",
      );
      await page.getByRole("button", { name: "Clear" }).click();
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await expect.poll(() => gallery.received.at(-1)?.path).toBe("/eu/pictures");
    });

    test("sends nothing again for a run with the same idempotency key", async () => {
      await using opened = await open("gallery_list_pictures");
      const { page } = opened;
      await page.getByRole("button", { name: "More options" }).click();
      await page.getByRole("button", { name: "New key" }).click();
      const input = page.getByLabel("Idempotency key", { exact: true });
      await expect.poll(async () => (await input.inputValue()).length).toBeGreaterThan(20);
      const key = await input.inputValue();
      await page.getByRole("tabpanel", { name: "curl" }).getByText(`idempotency-key: ${key}`).waitFor();
      const before = gallery.received.length;
      const run = async () => {
        const response = page.waitForResponse(/\/execute/);
        await page.getByRole("button", { name: "Run", exact: true }).click();
        await response;
        await page.getByText("Succeeded").waitFor();
      };
      await run();
      await run();
      expect(gallery.received.length).toBe(before + 1);
    });

    test("says that a file is too large for the server before it is sent", async () => {
      await using opened = await open("gallery_set_cover");
      const { page } = opened;
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Choose a file for body" }).click();
      await (await chooser).setFiles({ name: "cover.bin", mimeType: "", buffer: Buffer.alloc(60_000) });
      const before = gallery.received.length;
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Run" }).click();
      await page.getByText("the server takes at most 65.5 kB at once").waitFor();
      expect(gallery.received).toHaveLength(before);
    });
  },
  { BOWLINE_BODY_BYTES: "65536" },
);
