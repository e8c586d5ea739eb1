import { afterAll, beforeAll, expect, test } from "vitest";
import { createFormBrowser } from "../oauth/support/form-browser.ts";
import { type Actor, hireActor, theAdmin } from "../support/actors.ts";
import { succeed } from "../support/caller.ts";
import { importKeyedApi, type KeyedApi, listOwn, startKeyedApi } from "../support/connect-links.ts";
import { type AnyClient, clientKinds, connectClient, createToolset } from "../support/mcp-door.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";

let api: KeyedApi;
let application: Application;
let caller: Actor;

beforeAll(async () => {
  api = await startKeyedApi();
  application = await importKeyedApi(theAdmin(), api);
  caller = await hireActor();
});
afterAll(() => api?.stop());

const method = () => application.authentications[0] ?? { authenticationId: 0, fields: [] };
const keyField = () => method().fields[0]?.fieldName ?? "";
const toolSlug = () => `${application.slug.replaceAll("-", "_")}_me`;

function newKey(): string {
  const key = plantSecret("key");
  api.accepted.add(key);
  return key;
}

test.each(clientKinds)(
  "%s gets a link that renews a connection whose key is refused",
  proves("connect-link.renews.mcp"),
  async (kind) => {
    const old = newKey();
    const { connectionId } = await succeed<Connection>(
      caller.post("/v1/connections", {
        applicationSlug: application.slug,
        authenticationId: method().authenticationId,
        fields: { [keyField()]: old },
      }),
    );
    const connection = { connectionId, applicationSlug: application.slug };
    const { toolsetId } = await createToolset(caller, connection, [toolSlug()]);
    const client: AnyClient = await connectClient(kind, `/mcp/${toolsetId}`, { "x-api-key": caller.apiKey });
    api.accepted.delete(old);
    const failed = await client.call(toolSlug());
    expect(failed).toMatchObject({ isError: true, _meta: { "bowline/kind": "authorizationExpired" } });
    const link = /https?:\/\/\S+\/connect\S*/.exec(failed.content[0]?.text ?? "")?.[0] ?? "";
    const browser = createFormBrowser();
    const page = await browser.open(link);
    const count = (await listOwn(caller, application)).length;
    const key = newKey();
    const done = await browser.press(page, /connect/i, { [`fields.${keyField()}`]: key });
    expect(done.status, done.text).toBe(200);
    api.arrived.length = 0;
    expect((await client.call(toolSlug())).isError).toBeFalsy();
    expect(api.arrived).toEqual([key]);
    expect(await listOwn(caller, application)).toHaveLength(count);
    await client.close();
  },
);
