import type { GraphqlBinding } from "@bowline/catalog";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type FaultServer,
  hang,
  openFaultServer,
  reset,
  respondWithJson,
} from "../../../testing/fault-server.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import type { Outcome } from "../outcome.ts";
import { RequestBuildError } from "../request-build-error.ts";
import { openResponseThreads } from "../response-threads.ts";
import type { PreparedCall } from "../runtime.ts";
import { openGraphqlRuntime } from "./graphql-runtime.ts";

const secret = "key-canary-4711";
let server: FaultServer;
let egress: Egress;

beforeAll(async () => {
  server = await openFaultServer();
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.1/32"] });
});

beforeEach(() => {
  server.received.length = 0;
});

afterAll(async () => {
  await egress.close();
  await server.close();
});

const issues: GraphqlBinding = {
  kind: "graphql",
  operationType: "query",
  field: "issues",
  path: "",
  arguments: [
    { name: "first", input: "first", type: "Int" },
    { name: "last", input: "last", type: "Int" },
    { name: "states", input: "states", type: "[State!]" },
  ],
  selection: {
    before: "{ nodes ",
    default: "{ id title }",
    after: " pageInfo { hasNextPage endCursor } }",
    input: "fields",
    type: "Issue",
    types: {
      Issue: {
        fields: {
          id: {},
          title: {},
          author: { type: "Actor" },
          comments: { type: "Comments", arguments: "(first: 20)" },
        },
      },
      Actor: { fields: { login: {} }, members: ["User"] },
      User: { fields: { login: {}, email: {}, issue: { type: "Issue" } } },
      Comments: { fields: { nodes: { type: "Comment" } } },
      Comment: { fields: { text: {} } },
    },
  },
  pageSize: { input: "first", size: 20, unless: ["last"] },
  authentications: ["bearer"],
};

function prepare(input: Record<string, unknown>, binding: Partial<GraphqlBinding> = {}): PreparedCall {
  const runtime = openGraphqlRuntime({ egress, threads: openResponseThreads() });
  return runtime.compile({ ...issues, ...binding }).prepare(
    {
      serverUrl: `${server.url}/graphql`,
      variables: { token: secret },
      placements: [{ in: "header", name: "Authorization", value: "Bearer {token}" }],
      secretValues: [secret],
    },
    input,
  );
}

const send = (input: Record<string, unknown> = {}, timeoutMs = 10_000): Promise<Outcome> =>
  prepare(input).send({ timeoutMs, maxBytes: 4_000_000, mayRepeat: false });

const sent = () => JSON.parse(String(server.received[0]?.body));

function respond(body: unknown, status = 200): void {
  server.on("/graphql", respondWithJson(status, body));
}

describe("a call", () => {
  test("is one POST with the operation and its variables", async () => {
    respond({ data: { issues: { nodes: [{ id: "1" }] } } });
    const outcome = await send({ states: ["OPEN"] });
    expect(outcome).toMatchObject({
      isSuccess: true,
      output: { data: { issues: { nodes: [{ id: "1" }] } } },
    });
    expect(server.received[0]).toMatchObject({
      method: "POST",
      target: "/graphql",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    });
    expect(sent()).toEqual({
      query:
        "query issues($first: Int, $last: Int, $states: [State!]) { issues(first: $first, last: $last, states: $states) { nodes { id title } pageInfo { hasNextPage endCursor } } }",
      operationName: "issues",
      variables: { first: 20, states: ["OPEN"] },
    });
  });

  test("asks for no page size beside another one", async () => {
    respond({ data: {} });
    await send({ last: 3 });
    expect(sent().variables).toEqual({ last: 3 });
  });

  test("of a field without fields and arguments has no braces for them", async () => {
    const text = prepare({}, { field: "version", arguments: [], selection: null }).preview();
    expect(text).toMatchObject({ body: { query: "query version { version }", variables: {} } });
  });

  test("keeps the end of the endpoint's address", () => {
    expect(prepare({}, { path: "/?v=1" }).preview()).toMatchObject({ url: `${server.url}/graphql/?v=1` });
    expect(prepare({}, { path: "?v=1" }).preview()).toMatchObject({ url: `${server.url}/graphql?v=1` });
  });

  test("shows no secret", () => {
    const shown = prepare({ states: [secret] }).preview();
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(shown).toMatchObject({ method: "POST", headers: { authorization: "Bearer ***" } });
  });
});

describe("chosen fields", () => {
  const choose = (...fields: string[]) => {
    const { body } = prepare({ fields }).preview() as { body: { query: string } };
    return /nodes (\{.*\}) pageInfo/.exec(body.query)?.[1];
  };

  test("replace the default ones", () => {
    expect(choose("title", "author.login", "author.User.email", "id")).toBe(
      "{ title author { login ... on User { email } } id }",
    );
    expect(choose("comments.nodes")).toBe("{ comments(first: 20) { nodes { text } } }");
    expect(choose("author", "__typename")).toBe("{ author { login } __typename }");
  });

  test.each([
    ["body", "It has id, title, author, comments"],
    ["id.more", "which has none"],
    ["author.name", "It has login, User"],
    ["constructor", "cannot be chosen of Issue"],
    ["author.User.issue.author.User.issue.author.User.issue.author.login", "more than 10 levels"],
  ])("that the type does not have are refused: %s", (name, reason) => {
    expect(() => choose(name)).toThrow(RequestBuildError);
    expect(() => choose(name)).toThrow(reason);
  });
});

describe("errors in a response with status 200", () => {
  test.each([
    [{ extensions: { code: "UNAUTHENTICATED" } }, "authorizationExpired"],
    [{ extensions: { code: "RATELIMITED" } }, "rateLimited"],
    [{ type: "RATE_LIMITED" }, "rateLimited"],
    [{ extensions: { code: "BAD_USER_INPUT" } }, "downstreamRefused"],
    [{ extensions: null }, "downstreamRefused"],
  ])("are a failure: %j", async (members, kind) => {
    respond({ errors: [{ message: "It went wrong.", ...members }, { message: "Twice." }], data: null });
    const outcome = await send();
    expect(outcome).toMatchObject({ isSuccess: false, kind });
    expect(outcome.isSuccess ? "" : outcome.message).toMatch(/It went wrong\..*Twice\./);
  });

  test("keep the partial data", async () => {
    const body = { data: { issues: null }, errors: [{ message: "No." }] };
    respond(body);
    expect(await send()).toMatchObject({ isSuccess: false, output: body, partialText: JSON.stringify(body) });
  });

  test("keep the partial data of a large response, too", async () => {
    const body = {
      data: { issues: { nodes: [{ title: "x".repeat(200_000), token: secret }] } },
      errors: [{ message: "No." }],
    };
    respond(body);
    expect(await send()).toMatchObject({
      isSuccess: false,
      kind: "downstreamRefused",
      partialText: JSON.stringify(body).replace(secret, "***"),
    });
  });

  test("that are an empty list are none", async () => {
    respond({ data: { issues: null }, errors: [] });
    expect(await send()).toMatchObject({ isSuccess: true });
  });
});

describe("an endpoint", () => {
  test.each([
    [401, "authorizationExpired"],
    [429, "rateLimited"],
    [503, "downstreamUnavailable"],
    [400, "downstreamRefused"],
  ])("that responds with %i fails by its status", async (status, kind) => {
    respond({ errors: [{ message: "No such field." }] }, status);
    const outcome = await send();
    expect(outcome).toMatchObject({ isSuccess: false, kind });
    expect(outcome.isSuccess ? "" : outcome.message).toContain("No such field.");
  });

  test("that resets, hangs, sends rubbish or too much fails", async () => {
    server.on("/graphql", reset);
    expect(await send()).toMatchObject({ isSuccess: false, kind: "downstreamUnavailable" });
    server.on("/graphql", hang);
    expect(await send({}, 200)).toMatchObject({ isSuccess: false, kind: "timeout" });
    server.on("/graphql", (_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end("{rubbish");
    });
    expect(await send()).toMatchObject({ isSuccess: false, kind: "invalidOutput" });
    respond({ data: "x".repeat(5_000_000) });
    expect(await send()).toMatchObject({ isSuccess: false, kind: "outputTooLarge" });
  });

  test("that repeats a secret does not reveal it", async () => {
    respond({ data: { issues: secret }, errors: [{ message: `bad ${secret}` }] });
    expect(JSON.stringify(await send())).not.toContain(secret);
  });
});
