import { afterAll, beforeAll, expect, test } from "vitest";
import { type Actor, hireActor } from "../support/actors.ts";
import { connect, execute, findMethod, importDownstream } from "../support/applications.ts";
import { succeed } from "../support/caller.ts";
import { type ArrivedRequest, type Downstream, startDownstream } from "../support/downstream.ts";
import { proves } from "../support/proves.ts";
import type { Connection } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";

let downstream: Downstream;
let caller: Actor;
beforeAll(async () => {
  downstream = await startDownstream();
  caller = await hireActor();
});
afterAll(() => downstream?.stop());

/** Connects with this security scheme and runs a tool. Returns the arrived request and the secrets sent. */
async function executeWith(scheme: string, fields: Record<string, string> = {}, tool = "list_items") {
  downstream.forget();
  const application = await importDownstream(downstream, { schemes: [scheme] });
  const connection = await connect(caller, application, { isDefault: true, fields });
  const outcome = await execute(caller, application.tool(tool), {});
  const [arrived] = downstream.requests;
  if (!arrived) {
    throw new Error(`Nothing arrived: ${JSON.stringify(outcome)}`);
  }
  return { arrived, outcome, secret: Object.values(connection.secrets)[0] ?? "" };
}

test("an apiKey method sends the key in its place", proves("execute.auth.api-key"), async () => {
  const places: Record<string, (arrived: ArrivedRequest) => string | null | undefined> = {
    headerKey: ({ headers }) => headers["x-service-key"],
    queryKey: ({ query }) => new URLSearchParams(query).get("service_key"),
    cookieKey: ({ headers }) => /service_cookie=([^;]*)/.exec(headers.cookie ?? "")?.[1],
  };
  for (const [scheme, read] of Object.entries(places)) {
    const { arrived, secret } = await executeWith(scheme);
    expect(secret).not.toBe("");
    expect(read(arrived), scheme).toBe(secret);
    expect(arrived.headers.authorization).toBeUndefined();
  }
});

test("a basic method sends credentials according to RFC 7617", proves("execute.auth.basic"), async () => {
  const application = await importDownstream(downstream, { schemes: ["basicAuth"] });
  const names = findMethod(application.record, "basic").fields.map((field) => field.fieldName);
  expect(names).toEqual(expect.arrayContaining(["username", "password"]));
  const { secrets } = await connect(caller, application, { isDefault: true, fields: { username: "Zoë" } });
  downstream.forget();
  await execute(caller, application.tool("list_items"));
  const expected = Buffer.from(`Zoë:${secrets.password}`).toString("base64");
  expect(downstream.requests[0]?.headers.authorization).toBe(`Basic ${expected}`);
});

test(
  "a key as user name without a password is sent, and is a secret",
  proves("execute.auth.basic-key"),
  async () => {
    const application = await importDownstream(downstream, { schemes: ["basicAuth"] });
    const { authenticationId } = findMethod(application.record, "basic");
    const key = plantSecret("key");
    const created = await succeed<Connection>(
      caller.post("/v1/connections", {
        applicationSlug: application.slug,
        authenticationId,
        isDefault: true,
        fields: { username: key, password: "" },
      }),
    );
    // The universal rules find the key in any response.
    expect(created.fields).toEqual({});
    downstream.forget();
    await execute(caller, application.tool("list_items"));
    const authorization = () => downstream.requests.at(-1)?.headers.authorization;
    expect(authorization()).toBe(`Basic ${Buffer.from(`${key}:`).toString("base64")}`);
    const password = plantSecret("password");
    const path = `/v1/connections/${created.connectionId}`;
    const added = await succeed<Connection>(caller.patch(path, { fields: { password } }));
    expect(added.fields).toEqual({});
    const fields = { username: "zoe", password };
    const changed = await succeed<Connection>(caller.patch(path, { fields }));
    expect(changed.fields).toEqual({ username: "zoe" });
    await execute(caller, application.tool("list_items"));
    expect(authorization()).toBe(`Basic ${Buffer.from(`zoe:${password}`).toString("base64")}`);
  },
);

test("a bearer method sends the token", proves("execute.auth.bearer"), async () => {
  const { arrived, secret } = await executeWith("bearerAuth");
  expect(arrived.headers.authorization).toBe(`Bearer ${secret}`);
});

test("a secret in the downstream response is masked", proves("connections.secrets.echoed"), async () => {
  for (const scheme of ["bearerAuth", "basicAuth", "headerKey", "queryKey", "cookieKey"]) {
    const fields: Record<string, string> = scheme === "basicAuth" ? { username: "zoe" } : {};
    // The universal rules find a secret in any response, plain or in base64.
    const echoed = await executeWith(scheme, fields, "read_echo");
    expect(echoed.outcome.isSuccess, scheme).toBe(true);
    const refused = await executeWith(scheme, fields, "read_refusal");
    expect(refused.outcome.isSuccess, scheme).toBe(false);
    for (const { outcome } of [echoed, refused]) {
      await succeed(caller.get(`/v1/executions/${outcome.historyId}`));
    }
  }
});

test(
  "a secret in a query is not in a failure's message",
  proves("connections.secrets.responses"),
  async () => {
    for (const tool of ["read_reset", "read_rubbish", "follow_redirect"]) {
      const { outcome } = await executeWith("queryKey", {}, tool);
      await succeed(caller.get(`/v1/executions/${outcome.historyId}`));
    }
  },
);

test("a server variable's value goes into the address", proves("execute.auth.server-variable"), async () => {
  const { arrived } = await executeWith("bearerAuth", { region: "ap", tenant: "acme" });
  expect(arrived.base).toBe("/ap/acme");
});

test(
  "credentials do not follow a redirect to another host",
  proves("execute.auth.not-followed"),
  async () => {
    for (const scheme of ["bearerAuth", "headerKey", "cookieKey"]) {
      const { secret } = await executeWith(scheme, {}, "follow_redirect");
      expect(downstream.requests).toHaveLength(1);
      expect(JSON.stringify(downstream.strayRequests.map(({ headers }) => headers))).not.toContain(secret);
    }
  },
);
