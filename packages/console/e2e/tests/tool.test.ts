import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { openConsole } from "../support/open-console.ts";
import { type Desk, openDesk } from "../support/open-desk.ts";
import { describeConsole } from "../support/world.ts";

describeConsole("the page of a tool", (world) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk(world);
  });
  afterAll(async () => {
    await desk?.[Symbol.asyncDispose]();
  });
  const open = (slug: string, more = "") =>
    openConsole(world, { path: `/console/tools/${slug}${more}`, except: [/status of 4\d\d/] });

  test("fills in and runs a nested form by keyboard alone", async () => {
    await using opened = await open("desk_create_ticket");
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: "Create a ticket" }).waitFor();
    const type = (words: string) => page.keyboard.type(words);
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 40; presses++) {
        const reached = await page.evaluate(
          () =>
            document.activeElement?.getAttribute("aria-label") ??
            (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ??
            document.activeElement?.textContent,
        );
        if (reached === name) {
          return;
        }
        await page.keyboard.press("Tab");
      }
      throw new Error(`Tab does not lead to ${name}.`);
    };
    // What is wrong is focused first.
    await page.getByLabel("title", { exact: true }).focus();
    await page.keyboard.press("Control+Enter");
    await page.getByText("Is required.").first().waitFor();
    await tabTo("title");
    await type("The lamp is broken");
    await tabTo("name");
    await type("Robin");
    await tabTo("labels");
    await type("light");
    await page.keyboard.press("Enter");
    await type("office");
    await page.keyboard.press("Enter");
    await tabTo("Add item to steps");
    await page.keyboard.press("Enter");
    await tabTo("action");
    await type("Press the switch");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Succeeded").waitFor();
    expect(desk.received.at(-1)).toEqual({
      title: "The lamp is broken",
      reporter: { name: "Robin" },
      labels: ["light", "office"],
      steps: [{ action: "Press the switch" }],
    });
    await checkLooks(page, "tool-nested-form");
  });
});
