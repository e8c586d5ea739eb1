import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { fillHarbor, type Harbor, type HarborWorld, startHarbor } from "../support/harbor.ts";
import { observeCost } from "../support/measure-page.ts";
import { type OpenedConsole, openConsole } from "../support/open-console.ts";
import { describeConsole } from "../support/world.ts";

/** What opening a page by its address may cost. */
const mostCalls = 4;
const mostLayoutShift = 0.05;

describeConsole(
  "every page",
  (world) => {
    let harbor: Harbor;
    let filled: HarborWorld;
    let opened: OpenedConsole;
    let openPage: Awaited<ReturnType<typeof observeCost>>;
    beforeAll(async () => {
      harbor = await startHarbor();
      filled = await fillHarbor(world, harbor);
      opened = await openConsole(world, { path: "/console/settings" });
      openPage = await observeCost(opened.page);
    });
    afterAll(async () => {
      await opened?.[Symbol.asyncDispose]();
      await harbor?.[Symbol.asyncDispose]();
    });

    /** A page, and a text that it shows once its data is there. */
    const pages: [name: string, path: () => string, text: RegExp][] = [
      ["home", () => "/", /latest calls/i],
      ["applications", () => "/applications", /Harbor Issues/],
      ["application", () => "/applications/harbor", /harbor_list_issues/],
      ["application-connections", () => "/applications/harbor?tab=connections", /Harbor of the team/],
      ["application-methods", () => "/applications/harbor?tab=methods", /Asks for/],
      ["application-manage", () => "/applications/harbor?tab=manage", /Delete it/],
      ["connect", () => "/applications/harbor?connect=choose", /Name of the connection/],
      ["connections", () => "/connections", /Harbor of the team/],
      ["tools", () => "/tools?search=close+an+issue", /harbor_/],
      ["toolsets", () => "/toolsets", /Triage/],
      ["toolset", () => `/toolsets/${filled.toolsetId}`, /2 tools chosen/],
      ["toolset-agents", () => `/toolsets/${filled.toolsetId}?tab=agent`, /Claude Code/],
      ["toolset-settings", () => `/toolsets/${filled.toolsetId}?tab=settings`, /approve first/],
      ["history", () => "/history", /harbor_get_issue/],
      ["record", () => `/history/${filled.historyId}`, /chosen by the toolset/],
      ["approvals", () => "/approvals", /counts as denied/],
      ["keys", () => "/keys", /First key/],
      ["members", () => "/members", /admin@example\.com/],
      ["tool", () => "/tools/harbor_create_issue", /A short title/],
      [
        "tool-of-toolset",
        () => `/tools/harbor_list_issues?toolset=${filled.toolsetId}`,
        /It runs through the toolset/,
      ],
      ["import", () => "/import", /Small letters, digits and hyphens/],
      ["settings", () => "/settings", /Limits of the company/],
      ["oauth-clients", () => "/oauth-clients", /No program acts for you/],
    ];

    test.each(pages)("%s has one h1, reads well, fits, and costs little", async (name, path, text) => {
      const { page } = opened;
      for (const width of [375, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const { calls, layoutShift, shifts } = await openPage(`/console${path()}`, text);
        expect(layoutShift, `layout shift at ${width}:\n${shifts.join("\n")}`).toBeLessThanOrEqual(
          mostLayoutShift,
        );
        expect(calls.length, calls.join("\n")).toBeLessThanOrEqual(mostCalls);
      }
      expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
      await checkLooks(page, name);
    });
  },
  { BOWLINE_ALLOWED_PRIVATE_NETWORKS: "127.0.0.0/8" },
);
