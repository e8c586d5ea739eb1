import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { goodToken, type Harbor, startHarbor } from "../support/harbor.ts";
import { openConsole } from "../support/open-console.ts";
import { describeConsole } from "../support/world.ts";

interface Described {
  name: string;
  description: string;
}

describeConsole(
  "managing an application",
  (world) => {
    let harbor: Harbor;
    beforeAll(async () => {
      harbor = await startHarbor();
      await world.call("POST", "/v1/applications", {
        source: "openapi",
        slug: "harbor",
        document: harbor.document,
      });
      await world.call("POST", "/v1/applications", { source: "sql", slug: "ledger", dialect: "postgresql" });
    });
    afterAll(() => harbor?.[Symbol.asyncDispose]());

    test("changes its name and description, and nothing that was not changed", async () => {
      await using opened = await openConsole(world, {
        path: "/console/applications/harbor?tab=manage",
        except: [/status of 400/],
      });
      const { page } = opened;
      await page.getByRole("button", { name: "Edit" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("   ");
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.getByText("Must not be empty.").waitFor();
      expect(await dialog.getByRole("alert").count(), "it is said at the field only").toBe(0);
      await dialog.getByLabel("Name").and(page.locator(":focus")).waitFor();
      await checkLooks(page, "edit-application-refused");
      await dialog.getByLabel("Name").fill("Harbor of issues");
      // Somebody else writes a description meanwhile.
      await world.call("PATCH", "/v1/applications/harbor", { description: "Ships and issues." });
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByRole("heading", { level: 1, name: "Harbor of issues" }).waitFor();
      await page.getByText("Ships and issues.").waitFor();
      expect(await world.call<Described>("GET", "/v1/applications/harbor")).toMatchObject({
        name: "Harbor of issues",
        description: "Ships and issues.",
      });
    });

    test("asks which of two descriptions to keep when somebody else has saved one meanwhile", async () => {
      await using opened = await openConsole(world, {
        path: "/console/applications/harbor?tab=manage",
        width: 375,
      });
      const { page } = opened;
      const open = page.getByRole("tab", { name: "Manage" });
      await expect
        .poll(() => open.evaluate((tab) => tab.getBoundingClientRect().right <= innerWidth))
        .toBe(true);
      const readTop = (name: RegExp) =>
        page.getByRole("tab", { name }).evaluate((tab) => tab.getBoundingClientRect().top);
      expect(await readTop(/Manage/), "on a phone, all tabs are in one row").toBe(await readTop(/Tools/));
      const readDescription = async () =>
        (await world.call<Described>("GET", "/v1/applications/harbor")).description;
      await page.getByRole("button", { name: "Edit" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: "Description" }).fill("Mine.");
      await world.call("PATCH", "/v1/applications/harbor", { description: "Theirs." });
      await dialog.getByRole("button", { name: "Save" }).click();
      const alert = dialog.getByRole("alert");
      await alert.getByText("Saved now: Theirs.").waitFor();
      await alert.getByText("Yours: Mine.").waitFor();
      expect(await readDescription()).toBe("Theirs.");
      await alert.getByRole("button", { name: "Replace it with mine" }).click();
      await dialog.waitFor({ state: "detached" });
      expect(await readDescription()).toBe("Mine.");
    });

    test("says what moving its address does, and stops the connections until they are confirmed", async () => {
      const { connectionId } = await world.call<{ connectionId: number }>("POST", "/v1/connections", {
        applicationSlug: "harbor",
        name: "Left behind",
        fields: { token: goodToken },
      });
      const readStatus = async () =>
        (await world.call<{ status: string }>("GET", `/v1/connections/${connectionId}`)).status;
      await using opened = await openConsole(world, { path: "/console/applications/harbor?tab=manage" });
      const { page } = opened;
      const dialog = page.getByRole("dialog");
      const move = async (step: () => Promise<void>) => {
        await page.getByRole("button", { name: "Edit" }).click();
        expect(await dialog.getByText("Connections may stop").count()).toBe(0);
        await step();
        await dialog.getByText("Connections may stop").waitFor();
      };
      await move(() => dialog.getByLabel("New address").fill(harbor.url.replace("127.0.0.1", "127.0.0.2")));
      await checkLooks(page, "edit-application");
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "detached" });
      expect(await readStatus()).toBe("error");
      await page.getByRole("tab", { name: /My connections/ }).click();
      await page.getByRole("button", { name: "Look at the new address" }).waitFor();

      await page.getByRole("tab", { name: "Manage" }).click();
      await move(() => dialog.getByLabel("Go back to the address").check());
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "detached" });
      expect(await readStatus(), "at the address that its credentials were entered for").toBe("active");
    });

    test("offers no address for a database, whose connections have their own", async () => {
      await using opened = await openConsole(world, { path: "/console/applications/ledger?tab=manage" });
      const { page } = opened;
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByRole("dialog").getByLabel("Name").waitFor();
      expect(await page.getByRole("dialog").getByLabel("New address").count()).toBe(0);
    });

    test("makes a connect link, says whose the connection will be, and tells when it was used", async () => {
      const person = await world.hire({ fullName: "Ada Example" });
      await using opened = await openConsole(world, { path: "/console/applications/harbor", person });
      const { page } = opened;
      await page.getByRole("button", { name: "Connect link" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText(`will belong to you, Ada Example (${person.email})`).waitFor();
      await dialog.getByLabel("Name of the connection").fill("Account of the captain");
      await checkLooks(page, "connect-link-form");
      await dialog.getByRole("button", { name: "Make the link" }).click();
      await dialog.getByText("It works once, within 10 minutes").waitFor();
      await dialog.getByText("Nobody has used it yet.").waitFor();
      await checkLooks(page, "connect-link");

      const link = await dialog.getByLabel("Link", { exact: true }).innerText();
      const context = await world.browser.newContext({ baseURL: world.baseUrl });
      const other = await context.newPage();
      await other.goto(new URL(link).pathname);
      await other.getByText("Ada Example").first().waitFor();
      await other.getByLabel("Token").fill(goodToken);
      await other.getByRole("button", { name: "Connect", exact: true }).click();
      await dialog.getByText("Account of the captain is among your connections now.").waitFor();
      await context.close();
      // A link that was used is nothing to copy or to save.
      expect(await dialog.getByLabel("Link", { exact: true }).count()).toBe(0);
      await checkLooks(page, "connect-link-used");
      const closer = dialog.getByRole("button", { name: "Close" });
      await page.locator(":focus").and(closer).waitFor();
      await closer.click();
      await page.getByRole("tab", { name: "My connections (1)" }).click();
      await page.getByText("Account of the captain").first().waitFor();
    });
  },
  { BOWLINE_ALLOWED_PRIVATE_NETWORKS: "127.0.0.0/8" },
);
