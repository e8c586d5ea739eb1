import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { succeed } from "../support/caller.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { type FuzzRequest, fuzzRequests } from "../support/fuzz-request.ts";
import { listUnexpectedErrors, runFuzz } from "../support/fuzz-run.ts";
import { makeFuzzWorld } from "../support/fuzz-world.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import { listSchemaOperations, readDocument, type SchemaOperation } from "../support/published-schema.ts";
import { chooseSeed } from "../support/random-seed.ts";
import type { Identity } from "../support/records.ts";

/** More are sent until each operation was reached. `FUZZ_REQUESTS=100000` is for a machine with time. */
const count = Number(process.env.FUZZ_REQUESTS ?? 3000);
let downstream: Downstream;
beforeAll(async () => {
  downstream = await startDownstream();
});
afterAll(() => downstream?.stop());

/**
 * The run needs its own profile; signing in and grants need a client and a person; changes to accept need an MCP server that changed.
 */
const neverReached =
  /\/(?:auth\/profile|client|GetSignInUrl|SignInResult|Accept|Reject|grants\/\{grantId\})$/;

/** Imports are expensive, so few are sent. Executions reach the most code, so many are sent. */
function chooseWeight({ method, path }: SchemaOperation): number {
  if (path.endsWith("/execute")) {
    return 12;
  }
  return method === "POST" && path === "/v1/applications" ? 1 : 4;
}

describeOwnServer("any request", () => {
  const own = useOwnServer({ BOWLINE_TOOL_TIMEOUT_MS: "3000" });

  test("gets a response that follows the contract", {
    timeout: 600_000,
    ...proves("errors.no-500", "http.closed-statuses", "errors.envelope.members"),
  }, async () => {
    const document = await readDocument(own.server.baseUrl);
    const operations = listSchemaOperations(document);
    const world = await makeFuzzWorld(own.admin, downstream, document);
    const arbitraries = operations.map((operation) => ({
      weight: chooseWeight(operation),
      arbitrary: fuzzRequests(operation, world).filter(
        (request) => isSendable(request) && !affectsRun(request),
      ),
    }));
    const seed = chooseSeed();
    console.log(`requests: FUZZ_SEED=${seed}`);
    const target = { ...own.server, apiKey: own.server.adminApiKey };

    const names = operations
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => !neverReached.test(name));
    const listUnreached = (reached: ReadonlySet<string>) => names.filter((name) => !reached.has(name));

    const { failures, reached } = await runFuzz(target, fc.oneof(...arbitraries), {
      seed,
      count,
      isEnough: (found) => listUnreached(found).length === 0,
    });

    expect(listUnexpectedErrors(own.server.readLog()), `FUZZ_SEED=${seed}`).toBe("");
    expect(failures.join("\n\n"), `FUZZ_SEED=${seed}`).toBe("");
    expect(listUnreached(reached)).toEqual([]);
    expect((await fetch(`${own.server.baseUrl}/health/ready`)).status).toBe(200);
    expect((await succeed<Identity>(own.admin.get("/v1/auth/whoami"))).role).toBe("Admin");
  });
});

/** Node rejects a request head over 16 KiB before any route under /v1 sees it. */
const isSendable = ({ target }: FuzzRequest): boolean => target.length < 12_000;

/** The run acts as the first key and the first member. */
function affectsRun({ method, target, headers }: FuzzRequest): boolean {
  if (method === "GET" || "x-api-key" in headers || headers.authorization?.startsWith("Bearer")) {
    return false;
  }
  return /\/(?:apikeys|members)\/0*1(?:[?/]|$)/.test(target) || target.includes("/auth/profile");
}
