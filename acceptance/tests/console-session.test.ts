import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFormBrowser } from "../oauth/support/form-browser.ts";
import { theAdmin } from "../support/actors.ts";
import { connect, execute } from "../support/applications.ts";
import { createKeyCaller, succeed } from "../support/caller.ts";
import { openConsoleOf } from "../support/console-of-person.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { acceptInvitation, goodPassword, hirePerson, isSignedIn, signInAt } from "../support/people.ts";
import { proves } from "../support/proves.ts";
import type { Execution, ListOf } from "../support/records.ts";
import { startServer } from "../support/start-server.ts";
import { useWorkbench } from "../support/workbench.ts";

const whoami = "/v1/auth/whoami";

const bench = useWorkbench();

test("a record says whether the API, MCP or the console ran the tool", proves("history.source"), async () => {
  const person = await hirePerson(theAdmin());
  const { caller } = await openConsoleOf(person);
  await connect(caller, bench.application, { isDefault: true });
  await execute(caller, bench.tool("list_items"));
  const { apiKey } = await succeed<{ apiKey: string }>(caller.post("/v1/apikeys", { name: "Laptop" }));
  const program = createKeyCaller(apiKey);
  await execute(program, bench.tool("get_status"), { fields: { code: 200 } });
  const call = {
    name: "bowline_execute_tool",
    arguments: { toolSlug: bench.tool("get_item"), fields: { itemId: 5 } },
  };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: call };
  const headers = { accept: "application/json, text/event-stream" };
  expect((await program.post("/mcp", message, { headers })).status).toBe(200);

  const { items } = await succeed<ListOf<Execution>>(caller.get("/v1/executions"));
  expect(items.map(({ toolSlug, source }) => [toolSlug, source])).toEqual([
    [bench.tool("get_item"), "mcp"],
    [bench.tool("get_status"), "api"],
    [bench.tool("list_items"), "console"],
  ]);
});

test("a removed member's token and session end", proves("console-token.removed-member"), async () => {
  const person = await hirePerson(theAdmin());
  const { swap, caller } = await openConsoleOf(person);
  await succeed(caller.get(whoami));
  await succeed(theAdmin().delete(`/v1/members/${person.accountUserId}`));
  expect((await caller.get(whoami)).status).toBe(401);
  expect((await swap()).status).toBe(401);
});

describeOwnServer("The first Admin with a console", () => {
  test(
    "is led into it",
    proves(
      "first-admin.link-last",
      "first-admin.link-console",
      "first-admin.sign-in-hint",
      "sign-in.console",
    ),
    async () => {
      await using server = await startServer({ BOWLINE_CONSOLE: "on" });
      const link = (await readFile(join(server.dataDir, "admin-sign-in-link"), "utf8")).trim();
      await expect.poll(() => server.readLog().trimEnd().split("\n").at(-1)).toBe(link);
      const { pathname } = new URL(link);

      const nobody = createFormBrowser();
      expect((await nobody.open(`${server.baseUrl}/signin`)).text).toContain("admin-sign-in-link");
      const browser = createFormBrowser();
      const entered = await acceptInvitation(browser, server.baseUrl + pathname);
      expect(new URL(entered.url).pathname).toBe("/console/");
      expect(await isSignedIn(browser, server.baseUrl)).toBe(true);

      const admin = { email: "admin@localhost", password: goodPassword };
      const page = await signInAt(nobody, server.baseUrl, admin);
      expect(new URL(page.url).pathname).toBe("/console/");
      expect((await createFormBrowser().open(`${server.baseUrl}/signin`)).text).not.toContain(
        "admin-sign-in-link",
      );
    },
  );
});
