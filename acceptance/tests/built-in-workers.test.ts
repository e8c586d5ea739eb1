import { afterAll, beforeAll, expect, test } from "vitest";
import { execute } from "../support/applications.ts";
import {
  cacheDir,
  type ProviderDouble,
  startProviderDouble,
  waitForApplications,
  writeOperatorFile,
} from "../support/built-in-servers.ts";
import { createKeyCaller, succeed } from "../support/caller.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection, ListOf, Tool } from "../support/records.ts";
import { startServerOnDatabase } from "../support/shared-database.ts";

describeOwnServer("Built-in applications with BOWLINE_WORKERS=2", () => {
  let double: ProviderDouble;
  beforeAll(async () => {
    double = await startProviderDouble();
  });
  afterAll(() => double?.stop());

  test("are installed once, and every worker lists, finds and runs their tools", {
    timeout: 300_000,
    ...proves("built-in.workers"),
  }, async () => {
    await using file = await writeOperatorFile({ figma: { serverUrl: `${double.origin}/api/v3` } });
    await using server = await startServerOnDatabase({
      BOWLINE_WORKERS: "2",
      BOWLINE_BUILT_INS: "figma,linear",
      BOWLINE_CACHE_DIR: cacheDir,
      BOWLINE_APPLICATIONS: file.path,
    });
    const admin = createKeyCaller(server.adminApiKey, server);
    const applications = await waitForApplications(admin, 2);
    const figma = applications.find(({ slug }) => slug === "figma") as Application;
    const method = figma.authentications.find(({ fields }) => fields.some(({ secret }) => secret));
    const secret = method?.fields.find((field) => field.secret)?.fieldName ?? "";
    const { connectionId } = await succeed<Connection>(
      admin.post("/v1/connections", {
        applicationSlug: "figma",
        authenticationId: method?.authenticationId,
        fields: { [secret]: "canary-figma-token" },
      }),
    );
    // Each request opens a connection of its own, so that both workers serve some of them.
    const tried = Array.from({ length: 12 }, async () => {
      const list = await succeed<ListOf<Application>>(admin.get("/v1/applications"));
      expect(list.items.map(({ slug }) => slug)).toEqual(["figma", "linear"]);
      const found = await succeed<ListOf<Tool>>(
        admin.get("/v1/tools", { search: "comments of a figma file", view: "summary" }),
      );
      expect(found.items.map(({ slug }) => slug)).toContain("figma_get_comments");
      const body = { fields: { file_key: "abc" } };
      expect(await execute(admin, "figma_get_comments", body, { connectionId })).toMatchObject({
        isSuccess: true,
      });
    });
    await Promise.all(tried);
    expect(double.arrived.map(({ target }) => target)).toContain("GET /api/v3/v1/files/abc/comments");
    await expect.poll(() => server.readLog().split("applications are ready")).toHaveLength(2);
  });
});
