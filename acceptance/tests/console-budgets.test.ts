import { expect, test } from "vitest";
import { createFormBrowser } from "../oauth/support/form-browser.ts";
import { hireActor, makeKey, theAdmin } from "../support/actors.ts";
import { connect, execute } from "../support/applications.ts";
import { createKeyCaller, succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { hirePerson, signInAt } from "../support/people.ts";
import { proves } from "../support/proves.ts";
import type { ListOf, Toolset } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();

test("a record names what its ids stand for, until it is deleted", proves("history.names"), async () => {
  const caller = await hireActor();
  const { connectionId, name } = await connect(caller, bench.application, { isDefault: true });
  const entry = {
    connectionId,
    applicationSlug: bench.application.slug,
    toolSlugs: [bench.tool("list_items")],
  };
  const { toolsetId } = await succeed<Toolset>(
    caller.post("/v1/toolsets", { name: "Named", connections: [entry] }),
  );
  const key = await makeKey(caller, { name: "Key with a name", toolsetId });
  const { historyId } = await execute(createKeyCaller(key.apiKey), bench.tool("list_items"));
  const readNames = async () => {
    const { names } = await succeed<{ names: object }>(caller.get(`/v1/executions/${historyId}`));
    const { items } = await succeed<ListOf<{ names: object }>>(caller.get("/v1/executions"));
    expect(items.map((item) => item.names)).toEqual([names]);
    return names;
  };
  const { fullName } = await succeed<{ fullName: string }>(caller.get("/v1/auth/whoami"));
  expect(await readNames()).toEqual({
    member: fullName,
    connection: name,
    toolset: "Named",
    apiKey: "Key with a name",
  });
  await succeed(caller.delete(`/v1/toolsets/${toolsetId}`));
  await succeed(caller.delete(`/v1/connections/${connectionId}`));
  expect(await readNames()).toEqual({ member: fullName, connection: null, toolset: null, apiKey: null });
  await succeed(caller.delete("/v1/auth/profile"));
  const { names } = await succeed<{ names: object }>(theAdmin().get(`/v1/executions/${historyId}`));
  expect(names).toMatchObject({ member: null });
});

test("the console's token comes with who is signed in", proves("console-token.start"), async () => {
  const { baseUrl } = deployment();
  const person = await hirePerson(theAdmin());
  const browser = createFormBrowser();
  await signInAt(browser, baseUrl, person);
  const url = new URL(`${baseUrl}/session/token`);
  const cookie = browser.cookies.write({ url, method: "POST", isCrossSite: false }) ?? "";
  const response = await fetch(url, {
    method: "POST",
    headers: { cookie, "sec-fetch-site": "same-origin" },
  });
  const {
    access_token: token,
    identity,
    waitingApprovals,
  } = (await response.json()) as {
    access_token: string;
    identity: object;
    waitingApprovals: number;
  };
  const whoami = await fetch(`${baseUrl}/v1/auth/whoami`, { headers: { authorization: `Bearer ${token}` } });
  expect(identity).toEqual(await whoami.json());
  expect(waitingApprovals).toBe(0);
});
