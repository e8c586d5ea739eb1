import { afterAll, beforeAll, expect, test } from "vitest";
import { createFormBrowser } from "../oauth/support/form-browser.ts";
import { type Actor, hireActor, theAdmin } from "../support/actors.ts";
import { execute } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import {
  importKeyedApi,
  type KeyedApi,
  keyScheme,
  listOwn,
  loginScheme,
  makeLink,
  readResult,
  startKeyedApi,
} from "../support/connect-links.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";

let api: KeyedApi;
let application: Application;
let caller: Actor;

beforeAll(async () => {
  api = await startKeyedApi();
  application = await importKeyedApi(theAdmin(), api, { ...keyScheme, ...loginScheme });
  caller = await hireActor();
});
afterAll(() => api?.stop());

const findMethod = (type: string) =>
  application.authentications.find((one) => one.type === type) ?? { authenticationId: 0, fields: [] };

function newKey(): string {
  const key = plantSecret("key");
  api.accepted.add(key);
  return key;
}

function connectWithKey(key = newKey()): Promise<Connection> {
  const { authenticationId, fields } = findMethod("apiKey");
  const body = {
    applicationSlug: application.slug,
    authenticationId,
    name: "The old one",
    isDefault: true,
    fields: { [fields[0]?.fieldName ?? ""]: key },
  };
  return succeed<Connection>(caller.post("/v1/connections", body));
}

test(
  "a link renews a connection, which keeps its id, name and default",
  proves("connect-link.renews"),
  async () => {
    const old = newKey();
    const { connectionId } = await connectWithKey(old);
    const count = (await listOwn(caller, application)).length;
    const link = await makeLink(caller, application, { connectionId });
    const browser = createFormBrowser();
    const page = await browser.open(link.connectUrl);
    expect(page.text).toContain("The old one");
    expect(page.text).not.toContain("How do you want to connect");
    const input = `fields.${findMethod("apiKey").fields[0]?.fieldName}`;
    const refused = await browser.press(page, /connect/i, { [input]: "wrong" });
    expect(refused.status).toBe(400);
    const key = newKey();
    api.accepted.delete(old);
    const done = await browser.press(refused, /connect/i, { [input]: key });
    expect(done.status, done.text).toBe(200);
    expect(await readResult(caller, link)).toMatchObject({
      status: "confirmed",
      connectionId,
      name: "The old one",
    });
    expect(await listOwn(caller, application)).toHaveLength(count);
    const record = await succeed<Connection>(caller.get(`/v1/connections/${connectionId}`));
    expect(record).toMatchObject({ name: "The old one", isDefault: true, status: "active" });
    api.arrived.length = 0;
    await execute(caller, `${application.slug.replaceAll("-", "_")}_me`);
    expect(api.arrived).toEqual([key]);
    expect((await browser.open(link.connectUrl)).status).toBe(410);
  },
);

test("what a person leaves out is not kept from before", proves("connect-link.renews.whole"), async () => {
  const { authenticationId } = findMethod("basic");
  api.accepted.add(`Basic ${Buffer.from("ada:plain-password").toString("base64")}`);
  const fields = { username: "ada", password: "plain-password" };
  const body = { applicationSlug: application.slug, authenticationId, fields };
  const { connectionId } = await succeed<Connection>(caller.post("/v1/connections", body));
  const link = await makeLink(caller, application, { connectionId });
  const browser = createFormBrowser();
  const page = await browser.open(link.connectUrl);
  expect(page.html).not.toContain('value="ada"');
  const refused = await browser.press(page, /connect/i, { "fields.password": "plain-password" });
  expect(refused.status).toBe(400);
  expect(await readResult(caller, link)).toMatchObject({ status: "pending" });
});

test(
  "a link renews a connection of its caller and application only",
  proves("connect-link.renews.checked"),
  async () => {
    const { connectionId } = await connectWithKey();
    const other = await importKeyedApi(theAdmin(), api);
    const stranger = await hireActor();
    const post = (from: Actor, body: object) => from.post("/v1/connections/ConnectLink", body);
    const own = { applicationSlug: application.slug, connectionId };
    await refuse(post(stranger, own), "FORBIDDEN");
    await refuse(post(caller, { ...own, connectionId: 2_000_000_000 }), "VALIDATION_ERROR", ["connectionId"]);
    await refuse(post(caller, { ...own, applicationSlug: other.slug }), "VALIDATION_ERROR", ["connectionId"]);
    const { authenticationId } = findMethod("basic");
    await refuse(post(caller, { ...own, authenticationId }), "VALIDATION_ERROR", ["authenticationId"]);
    await refuse(post(caller, { ...own, environment: "elsewhere" }), "VALIDATION_ERROR", ["environment"]);
    const link = await makeLink(caller, application, { connectionId });
    await succeed(caller.delete(`/v1/connections/${connectionId}`));
    const page = await createFormBrowser().open(link.connectUrl);
    expect(page.status).toBe(410);
    expect(page.text).toContain("The connection was deleted.");
    const { status, error } = await readResult(caller, link);
    expect({ status, error }).toEqual({ status: "failed", error: "The connection was deleted." });
  },
);

test(
  "a link says so when its connection is deleted while the new key is tried",
  proves("connect-link.renews.checked"),
  async () => {
    const { connectionId } = await connectWithKey();
    const { connectUrl } = await makeLink(caller, application, { connectionId });
    const browser = createFormBrowser();
    const page = await browser.open(connectUrl);
    api.whenAsked = () => succeed(caller.delete(`/v1/connections/${connectionId}`));
    const input = `fields.${findMethod("apiKey").fields[0]?.fieldName}`;
    const end = await browser.press(page, /connect/i, { [input]: newKey() });
    expect(end.status).toBe(410);
    expect(end.text).toContain("The connection was deleted.");
  },
);
