import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from "jose";
import * as client from "openid-client";
import { describe, expect, test } from "vitest";
import { hireActor, theAdmin } from "../../support/actors.ts";
import { refuse, succeed } from "../../support/caller.ts";
import { deployment } from "../../support/deployment.ts";
import { proves } from "../../support/proves.ts";
import { fillPath, readPublishedOperations } from "../../support/published-contract.ts";
import type { ListOf } from "../../support/records.ts";
import {
  createTokenCaller,
  discover,
  getServiceToken,
  makeServiceClient,
  readIssuer,
} from "../support/token-client.ts";

const whoami = "/v1/auth/whoami";
const { baseUrl } = deployment();

describe("client credentials", () => {
  test(
    "give an ES256 token for the API, of a service member",
    proves(
      "authorization-server.client-credentials",
      "authentication.bearer",
      "authentication.bearer.es256",
      "identity.whoami.user",
    ),
    async () => {
      const service = await makeServiceClient(["tools:read", "history:read"]);
      const issuer = await readIssuer();
      const {
        access_token: token,
        expires_in,
        scope,
      } = await getServiceToken(service, { scope: "tools:read" });
      expect({ expires_in, scope }).toEqual({ expires_in: 600, scope: "tools:read" });
      expect(decodeProtectedHeader(token)).toMatchObject({ alg: "ES256", typ: "at+jwt" });
      const keys = (await (await fetch(`${baseUrl}/oauth/jwks`)).json()) as JSONWebKeySet;
      const { payload } = await jwtVerify(token, createLocalJWKSet(keys));
      expect(payload).toMatchObject({ iss: issuer, aud: `${issuer}/v1`, client_id: service.clientId });
      expect(JSON.stringify(keys)).not.toContain('"d":');
      expect(await succeed(createTokenCaller(token).get(whoami))).toMatchObject({
        userType: "user",
        fullName: "Nightly job",
        role: "Member",
      });
    },
  );

  test("without a scope give the default scopes", proves("scopes.default"), async () => {
    const all = await makeServiceClient(["tools:read", "tools:execute", "connections:read", "history:read"]);
    expect((await getServiceToken(all)).scope).toBe("tools:read tools:execute connections:read");
    const few = await makeServiceClient(["tools:read", "history:read"]);
    expect((await getServiceToken(few)).scope).toBe("tools:read");
  });

  test("never give more than the client's scopes", proves("authorization-server.clients"), async () => {
    const service = await makeServiceClient(["tools:read"]);
    await expect(getServiceToken(service, { scope: "tools:read history:read" })).rejects.toMatchObject({
      error: "invalid_scope",
    });
    await expect(getServiceToken({ ...service, clientSecret: "x" })).rejects.toMatchObject({ status: 401 });
  });

  test(
    "are for the resource that was asked for only",
    proves("authorization-server.audience", "authentication.bearer.audience", "authentication.bearer.mcp"),
    async () => {
      const service = await makeServiceClient(["tools:read"]);
      const issuer = await readIssuer();
      const toolset = `${issuer}/mcp/0198c0de-0000-4000-8000-000000000000`;
      for (const resource of [`${issuer}/mcp`, toolset]) {
        const { access_token: token } = await getServiceToken(service, { resource });
        expect(decodeJwt(token).aud).toBe(resource);
        await refuse(createTokenCaller(token).get(whoami), "UNAUTHORIZED");
      }
      const { access_token: slashed } = await getServiceToken(service, { resource: `${issuer}/v1/` });
      expect(decodeJwt(slashed).aud).toBe(`${issuer}/v1`);
      for (const resource of [
        "https://other.example/v1",
        `${issuer}/v2`,
        `${issuer}/mcp/x`,
        `${issuer}/v1?x`,
      ]) {
        await expect(getServiceToken(service, { resource })).rejects.toMatchObject({
          error: "invalid_target",
        });
      }
    },
  );
});

describe("a token", () => {
  test("without a scope gets 403 on every operation but whoami", proves("scopes.enforced"), async () => {
    const service = await makeServiceClient(["tools:read", "history:read"], { role: "Admin" });
    const withTools = createTokenCaller(
      (await getServiceToken(service, { scope: "tools:read" })).access_token,
    );
    const withHistory = createTokenCaller(
      (await getServiceToken(service, { scope: "history:read" })).access_token,
    );
    await succeed(withTools.get("/v1/tools"));
    await succeed(withHistory.get("/v1/executions"));
    let refused = 0;
    for (const operation of await readPublishedOperations()) {
      const { method, path, parameters, takesBody, sampleBody, needsQuery, scope } = operation;
      if (parameters.length > 0 || scope === null) {
        continue;
      }
      const caller = scope === "tools:read" ? withHistory : withTools;
      const query = needsQuery ? { query: { state: "x" } } : {};
      const options = takesBody ? { body: sampleBody, ...query } : query;
      const response = await caller.send(method, fillPath(path), options);
      expect(response.status, `${method} ${path}: ${response.text}`).toBe(403);
      expect(response.body).toMatchObject({ errorCode: "FORBIDDEN" });
      expect(response.headers["www-authenticate"]).toContain(
        `Bearer error="insufficient_scope", scope="${scope}"`,
      );
      refused++;
    }
    expect(refused).toBeGreaterThan(15);
  });

  test(
    "ends within a second with its client, and with its member",
    proves("authorization-server.ends"),
    async () => {
      const admin = theAdmin();
      const one = await makeServiceClient(["tools:read"]);
      const other = await makeServiceClient(["tools:read"]);
      const ofOne = createTokenCaller((await getServiceToken(one)).access_token);
      const ofOther = createTokenCaller((await getServiceToken(other)).access_token);
      await succeed(ofOne.get(whoami));
      await succeed(ofOther.get(whoami));
      await succeed(admin.delete(`/v1/clients/${one.clientId}`));
      await succeed(admin.delete(`/v1/members/${other.accountUserId}`));
      expect((await ofOne.get(whoami)).status).toBe(401);
      expect((await ofOther.get(whoami)).status).toBe(401);
      await expect(getServiceToken(one)).rejects.toMatchObject({ status: 401 });
      await expect(getServiceToken(other)).rejects.toMatchObject({ status: 401 });
    },
  );

  test("is introspected by its own client alone", proves("authorization-server.introspection"), async () => {
    const service = await makeServiceClient(["tools:read"]);
    const { access_token: token } = await getServiceToken(service);
    const own = await discover(service.clientId, client.ClientSecretBasic(service.clientSecret));
    expect(await client.tokenIntrospection(own, token)).toMatchObject({
      active: true,
      client_id: service.clientId,
      scope: "tools:read",
    });
    expect(await client.tokenIntrospection(own, `${token}x`)).toEqual({ active: false });
    const stranger = await makeServiceClient(["tools:read"]);
    const foreign = await discover(stranger.clientId, client.ClientSecretPost(stranger.clientSecret));
    expect(await client.tokenIntrospection(foreign, token)).toEqual({ active: false });
    const several = [
      ["client_id", service.clientId],
      ["client_secret", service.clientSecret],
      ["token", token],
      ["token", "x"],
    ];
    for (const path of ["introspect", "revoke"]) {
      const body = new URLSearchParams(several);
      const response = await fetch(`${await readIssuer()}/oauth/${path}`, { method: "POST", body });
      expect(response.status, path).toBe(400);
      expect(await response.json()).toMatchObject({ error: "invalid_request" });
    }
    await expect(client.tokenRevocation(own, token)).rejects.toMatchObject({
      error: "unsupported_token_type",
    });
  });
});

describe("clients of service members", () => {
  test("are made, listed and deleted by Admins", proves("authorization-server.clients"), async () => {
    const admin = theAdmin();
    const { clientId, clientSecret, accountUserId } = await makeServiceClient(["tools:read"]);
    const { items } = await succeed<ListOf<{ clientId: string }>>(admin.get("/v1/clients", { top: 1000 }));
    const listed = items.find((one) => one.clientId === clientId);
    expect(listed).toMatchObject({ name: "Nightly job", accountUserId, scopes: ["tools:read"] });
    expect(JSON.stringify(items)).not.toContain(clientSecret);
    const member = await hireActor();
    await refuse(member.get("/v1/clients"), "FORBIDDEN");
    await refuse(member.delete(`/v1/clients/${clientId}`), "FORBIDDEN");
    await succeed(admin.delete(`/v1/clients/${clientId}`));
    await refuse(admin.delete(`/v1/clients/${clientId}`), "NOT_FOUND");
  });

  test(
    "act for an existing service member with scopes that fit",
    proves("authorization-server.clients"),
    async () => {
      const admin = theAdmin();
      const { accountUserId } = await hireActor();
      const body = { name: "Job", accountUserId, scopes: ["tools:read"] };
      await refuse(admin.post("/v1/clients", { ...body, scopes: ["admin"] }), "VALIDATION_ERROR", ["scopes"]);
      await refuse(admin.post("/v1/clients", { ...body, scopes: [] }), "VALIDATION_ERROR", ["scopes"]);
      await refuse(admin.post("/v1/clients", { ...body, accountUserId: 2_000_000_000 }), "VALIDATION_ERROR", [
        "accountUserId",
      ]);
    },
  );
});
