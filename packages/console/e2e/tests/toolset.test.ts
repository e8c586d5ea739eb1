import { expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { importLargeApplication } from "../support/large-application.ts";
import { openConsole } from "../support/open-console.ts";
import { describeConsole } from "../support/world.ts";

const toolCount = 1200;
const maxRows = 60;

describeConsole("the builder of a toolset", (world) => {
  test("chooses all tools of a filter among 1,200 and saves them with one request", async () => {
    await importLargeApplication(world, toolCount);
    const { toolsetId } = await world.call<{ toolsetId: string }>("POST", "/v1/toolsets", {
      name: "Stock",
      connections: [],
    });
    await using opened = await openConsole(world, { path: `/console/toolsets/${toolsetId}` });
    const { page } = opened;
    const changes: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET" && request.url().includes("/v1/")) {
        changes.push(request.method());
      }
    });
    await page.getByRole("button", { name: "Add connection" }).click();
    await page.getByRole("menuitem", { name: /Warehouse of the house/ }).click();
    await page.getByText("0 of 1,200 tools chosen").waitFor();
    const tools = page.getByRole("group", { name: "Tools" });
    const boxes = tools.getByRole("checkbox");
    await boxes.first().waitFor();
    expect(await boxes.count()).toBeLessThanOrEqual(maxRows);
    await page.getByLabel("Filter", { exact: true }).fill("read part");
    await page.getByText("0 of 600 shown tools chosen").waitFor();
    await page.getByRole("button", { name: "Select all shown" }).click();
    await page.getByText("600 of 600 shown tools chosen").waitFor();
    await page.getByText("600 tools chosen", { exact: true }).waitFor();
    await page.getByLabel("Filter", { exact: true }).fill("");
    await page.getByText("600 of 1,200 tools chosen").waitFor();
    await checkLooks(page, "toolset-large");
    // What was not saved outlasts a look at another tab.
    await page.getByRole("tab", { name: "Settings" }).click();
    await page.getByText(/approve first/).waitFor();
    await page.getByRole("tab", { name: "Tools" }).click();
    await page.getByText("600 of 1,200 tools chosen").waitFor();
    const atTop = await boxes.first().getAttribute("aria-label");
    const height = await tools.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
      return element.scrollHeight;
    });
    expect(height).toBeGreaterThan(toolCount * 40);
    await tools.getByRole("checkbox", { name: atTop ?? "", exact: true }).waitFor({ state: "detached" });
    await boxes.last().waitFor();
    expect(await boxes.count()).toBeLessThanOrEqual(maxRows);
    await page.getByRole("button", { name: "Select all", exact: true }).click();
    await page.getByText("1,200 tools chosen", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved. Agents see the change at once.").waitFor();
    expect(changes).toEqual(["PATCH"]);
    const saved = await world.call<{ connections: { toolSlugs: string[] }[] }>(
      "GET",
      `/v1/toolsets/${toolsetId}`,
    );
    expect(saved.connections[0]?.toolSlugs).toHaveLength(toolCount);
    await page.reload();
    await page.getByText("1,200 of 1,200 tools chosen").waitFor();
  });
});
