import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fillHarbor, type Harbor, type HarborWorld, startHarbor } from "../support/harbor.ts";
import { observeCost } from "../support/measure-page.ts";
import { type OpenedConsole, openConsole } from "../support/open-console.ts";
import { pages } from "../support/pages.ts";
import { tellWhenFailed } from "../support/tell-when-failed.ts";
import { describeConsole } from "../support/world.ts";

const mostCalls = 4;
const mostLayoutShift = 0.05;

describeConsole(
  "opened by its address",
  (world) => {
    let harbor: Harbor;
    let filled: HarborWorld;
    let opened: OpenedConsole;
    let openPage: Awaited<ReturnType<typeof observeCost>>;
    beforeAll(async () => {
      harbor = await startHarbor();
      filled = await fillHarbor(world, harbor);
      opened = await openConsole(world, { path: "/console/settings", isAlone: true, hasMotion: true });
      openPage = await observeCost(opened.page);
    });
    beforeEach(() => void tellWhenFailed(opened.page));
    afterAll(async () => {
      await opened?.[Symbol.asyncDispose]();
      await harbor?.[Symbol.asyncDispose]();
    });

    test.each(Object.entries(pages))("%s costs little", async (_name, { path, text }) => {
      const { page } = opened;
      for (const width of [375, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const { calls, layoutShift, shifts } = await openPage(`/console${path(filled)}`, text);
        expect(layoutShift, `layout shift at ${width}:\n${shifts.join("\n")}`).toBeLessThanOrEqual(
          mostLayoutShift,
        );
        expect(calls.length, calls.join("\n")).toBeLessThanOrEqual(mostCalls);
      }
    });

    test("a call that is run again through a toolset costs no more", async () => {
      const { historyId, toolsetId } = filled;
      const { calls } = await openPage(
        `/console/tools/harbor_list_issues?from=${historyId}&toolset=${toolsetId}`,
        /Will use Harbor of the team.* because you chose it/,
      );
      expect(calls.length, calls.join("\n")).toBeLessThanOrEqual(mostCalls);
    });
  },
  { BOWLINE_ALLOWED_PRIVATE_NETWORKS: "127.0.0.0/8" },
);
