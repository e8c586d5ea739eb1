import { expect, test } from "vitest";
import { findAccessibilityProblems } from "../support/find-accessibility-problems.ts";
import { openConsole } from "../support/open-console.ts";
import { describeConsole } from "../support/world.ts";

describeConsole("the reference at /docs", (world) => {
  test("has colors that everybody can read, light and dark", async () => {
    await using opened = await openConsole(world, {
      path: "/docs#tag/toolsets",
      person: null,
      isAlone: true,
    });
    const { page } = opened;
    await page.getByRole("heading", { name: "Toolsets" }).first().waitFor();
    // An operation of each method.
    for (const method of ["get", "post", "put", "patch", "delete"]) {
      await page.locator(`.endpoint-method:text-is("${method}")`).first().waitFor();
    }
    expect(await findAccessibilityProblems(page, "colors"), "light").toEqual([]);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await page.reload();
    await page.getByRole("heading", { name: "Toolsets" }).first().waitFor();
    // The page is drawn before it knows that it is dark.
    const text = page.locator(".response-description-markdown p").first();
    await expect
      .poll(() => text.evaluate((words) => getComputedStyle(words).color))
      .not.toBe("rgb(27, 27, 27)");
    expect(await findAccessibilityProblems(page, "colors"), "dark").toEqual([]);
  });
});
