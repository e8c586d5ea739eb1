import { expect, test } from "vitest";
import { openConsole } from "../support/open-console.ts";
import { describeConsole } from "../support/world.ts";

describeConsole("when something is wrong", (world) => {
  test("a page says so in words for people, and leads on", async () => {
    await using opened = await openConsole(world, {
      path: "/console/tools/nobody_has_this",
      except: [/status of 4\d\d/],
    });
    const { page } = opened;
    const alert = page.getByRole("alert");
    await alert.getByText("Not found").waitFor();
    const text = await alert.innerText();
    expect(text).toContain("does not exist");
    expect(text).not.toContain("/v1/");
    await page.getByRole("navigation", { name: "Trail" }).getByRole("link", { name: "Tools" }).waitFor();
  });

  test("the history shows the error alone, and the list as soon as it can be read", async () => {
    await using opened = await openConsole(world, { except: [/status of 403/] });
    const { page } = opened;
    const body = { errorCode: "FORBIDDEN", message: "You may not read the history.", requestId: "r-1" };
    await page.route("**/v1/executions*", (route) => route.fulfill({ status: 403, json: body }));
    await page.goto("/console/history");
    await page.getByText("You may not read the history.").waitFor();
    expect(await page.getByRole("table").count()).toBe(0);
    // It is live, so it tries again by itself.
    await page.unroute("**/v1/executions*");
    await page.getByText("Nothing ran yet").waitFor();
  });

  test("a server that is away is said in words for people", async () => {
    await using opened = await openConsole(world, { except: [/ERR_FAILED/] });
    const { page } = opened;
    await page.route("**/v1/apikeys*", (route) => route.abort());
    await page.goto("/console/keys");
    const alert = page.getByRole("alert");
    await alert.getByText("The server does not respond.").waitFor();
    expect(await alert.innerText()).not.toContain("/v1/");
    await page.unroute("**/v1/apikeys*");
    await page.getByRole("button", { name: "Try again" }).click();
    await alert.waitFor({ state: "detached" });
  });
});
