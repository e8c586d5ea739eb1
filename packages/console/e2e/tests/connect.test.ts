import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { expectNoTrace } from "../support/expect-no-trace.ts";
import { goodToken, type Harbor, startHarbor } from "../support/harbor.ts";
import { openConsole } from "../support/open-console.ts";
import { describeConsole } from "../support/world.ts";

describeConsole(
  "connecting",
  (world) => {
    let harbor: Harbor;
    beforeAll(async () => {
      harbor = await startHarbor();
      await world.call("POST", "/v1/applications", {
        source: "openapi",
        slug: "harbor",
        overridableFields: ["token"],
        document: { ...harbor.document, "x-bowline-test": { operation: "getMe", labelPath: "/login" } },
      });
    });
    afterAll(() => harbor?.[Symbol.asyncDispose]());

    test("shows the application's refusal of a wrong key, and then takes the right one", async () => {
      await using opened = await openConsole(world, {
        path: "/console/applications/harbor?connect=choose",
        except: [/status of 400/],
      });
      const { page } = opened;
      const dialog = page.getByRole("dialog");
      const input = dialog.getByLabel(/token/i).first();
      await dialog.getByText("can differ for a call").waitFor();
      await input.fill("a-wrong-token");
      await dialog.getByRole("button", { name: "Connect", exact: true }).click();
      const refusal = await dialog.getByText(/Bad credentials/).innerText();
      expect(refusal.match(/Bad credentials/g), "it is said once").toHaveLength(1);
      await checkLooks(page, "connect-refused");
      expect(await dialog.getByRole("heading", { name: /is connected/ }).count()).toBe(0);

      await input.fill(goodToken);
      await dialog.getByRole("button", { name: "Connect", exact: true }).click();
      await dialog.getByText("Connected as ada.").waitFor();
      await expectNoTrace(page, goodToken);
      await expectNoTrace(page, "a-wrong-token");
      await checkLooks(page, "connected");
      await page.reload();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expectNoTrace(page, goodToken);
    });
  },
  { BOWLINE_ALLOWED_PRIVATE_NETWORKS: "127.0.0.0/8" },
);
