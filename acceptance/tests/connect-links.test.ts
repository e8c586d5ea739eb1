import { beforeAll, describe, expect, test } from "vitest";
import { type Actor, hireActor, theAdmin, uniqueName } from "../support/actors.ts";
import { type Caller, refuse, succeed } from "../support/caller.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Application, JsonObject } from "../support/records.ts";

interface ConnectLink {
  connectUrl: string;
  state: string;
  expiresDate: string;
}

const describeApi = (schemes: JsonObject): JsonObject => ({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "http://127.0.0.1:9" }],
  components: { securitySchemes: schemes },
  security: Object.keys(schemes).map((name) => ({ [name]: [] })),
  paths: { "/pets": { get: { operationId: "list", responses: { "200": { description: "OK" } } } } },
});

async function importApi(admin: Caller, schemes: JsonObject): Promise<Application> {
  const slug = uniqueName("pets");
  await succeed(admin.post("/v1/applications", { source: "openapi", slug, document: describeApi(schemes) }));
  return succeed<Application>(admin.get(`/v1/applications/${slug}`));
}

const path = "/v1/connections/ConnectLink";
const bearer = { token: { type: "http", scheme: "bearer" } };
const basic = { login: { type: "http", scheme: "basic" } };

describe("POST /v1/connections/ConnectLink", () => {
  let caller: Actor;
  let other: Actor;
  let pets: Application;

  beforeAll(async () => {
    [caller, other] = await Promise.all([hireActor(), hireActor()]);
    pets = await importApi(theAdmin(), { ...bearer, ...basic });
  });

  test("returns an address, a state and the end", proves("connect-link.create"), async () => {
    const body = { applicationSlug: pets.slug };
    const link = await succeed<ConnectLink>(caller.post(path, body));
    expect(link.connectUrl).toMatch(/^http:\/\/localhost:\d+\/connect\/[\w-]{43}$/);
    expect(link.state).toMatch(/^[\w-]{43}$/);
    expect(link.connectUrl).not.toContain(link.state);
    const lifetime = Date.parse(link.expiresDate) - Date.now();
    expect(lifetime).toBeGreaterThan(9 * 60_000);
    expect(lifetime).toBeLessThan(11 * 60_000);
  });

  test("refuses what does not exist", proves("connect-link.create.checked"), async () => {
    const make = (body: object) => caller.post(path, { applicationSlug: pets.slug, ...body });
    await refuse(make({ applicationSlug: "not-there" }), "VALIDATION_ERROR", ["applicationSlug"]);
    await refuse(make({ authenticationId: 2_000_000_000 }), "VALIDATION_ERROR", ["authenticationId"]);
    await refuse(make({ environment: "moon" }), "VALIDATION_ERROR", ["environment"]);
    await refuse(make({ titel: "x" }), "VALIDATION_ERROR", ["titel"]);
    const open = await importApi(theAdmin(), {});
    await refuse(make({ applicationSlug: open.slug }), "VALIDATION_ERROR", ["applicationSlug"]);
  });

  test("takes no returnUrl without the setting", proves("connect-link.return-url.none"), async () => {
    const body = { applicationSlug: pets.slug, returnUrl: "https://app.example/" };
    const { details } = await refuse(caller.post(path, body), "VALIDATION_ERROR", ["returnUrl"]);
    expect(JSON.stringify(details)).toContain("BOWLINE_RETURN_URLS");
  });

  test("its result is its caller's", proves("connect-link.result"), async () => {
    const { state } = await succeed<ConnectLink>(caller.post(path, { applicationSlug: pets.slug }));
    const query = { state };
    expect(await succeed(caller.get("/v1/connections/SignInResult", query))).toEqual({
      status: "pending",
      connectionId: null,
      name: null,
      error: null,
    });
    await refuse(other.get("/v1/connections/SignInResult", query), "FORBIDDEN");
    await refuse(theAdmin().get("/v1/connections/SignInResult", query), "FORBIDDEN");
  });
});

describeOwnServer("with BOWLINE_RETURN_URLS", () => {
  const server = useOwnServer({ BOWLINE_RETURN_URLS: "https://app.example/connected,http://localhost:3000" });

  test("only addresses below them are taken", proves("connect-link.return-url.allowed"), async () => {
    const { slug } = await importApi(server.admin, bearer);
    const make = (returnUrl: string) => server.admin.post(path, { applicationSlug: slug, returnUrl });
    for (const url of ["https://app.example/connected?user=7", "http://localhost:3000/any/where"]) {
      await succeed(make(url));
    }
    for (const url of [
      "https://app.example.evil.test/connected",
      "https://app.example@evil.test/connected",
      "https://app.example:8443/connected",
      "https://app.example\\@evil.test/connected",
      "https://app.example/connected/..%2f..%2fother",
      "https://app.example/other",
      "//evil.test",
      "javascript:alert(1)",
    ]) {
      await refuse(make(url), "VALIDATION_ERROR", ["returnUrl"]);
    }
  });
});
