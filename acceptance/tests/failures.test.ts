import { describe, expect, test } from "vitest";
import { connect, execute, importDownstream } from "../support/applications.ts";
import { succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { ExecuteResponse, Execution } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();

/** Runs a tool that fails. Returns the response and the failure kind in its history record. */
async function fail(operation: string, fields: Record<string, unknown> = {}) {
  return readFailure(await execute(bench.caller, bench.tool(operation), { fields }));
}

async function readFailure(outcome: ExecuteResponse): Promise<ExecuteResponse & { kind: string | null }> {
  expect(outcome, JSON.stringify(outcome)).toMatchObject({ isSuccess: false });
  expect(outcome.errorMessage?.length).toBeGreaterThan(0);
  const record = await succeed<Execution>(bench.caller.get(`/v1/executions/${outcome.historyId}`));
  return { ...outcome, kind: record.failureKind };
}

describe("a response with an error status", () => {
  test(
    "of 4xx is downstreamRefused with the downstream's own message",
    proves(
      "execute.runtime-failure",
      "failures.refused",
      "failures.message",
      "failures.info",
      "history.kind",
    ),
    async () => {
      for (const code of [400, 404, 409, 422]) {
        const outcome = await fail("get_status", { code });
        expect(outcome.kind).toBe("downstreamRefused");
        expect(outcome.errorMessage).toContain(`The downstream says ${code}.`);
        expect(outcome.executionInfo?.statusCode).toBe(code);
      }
    },
  );

  test("of 5xx is a failure with that status", proves("failures.server-error"), async () => {
    const broken = await fail("get_status", { code: 500 });
    expect(["downstreamRefused", "downstreamUnavailable"]).toContain(broken.kind);
    expect(broken.executionInfo?.statusCode).toBe(500);
    expect((await fail("get_status", { code: 503 })).kind).toBe("downstreamUnavailable");
  });

  test("of 429 is rateLimited and not our own 429", proves("failures.rate-limited"), async () => {
    const outcome = await fail("get_status", { code: 429 });
    expect(outcome.kind).toBe("rateLimited");
  });

  test("of 401 or 403 is not our own 401 or 403", proves("failures.unauthorized"), async () => {
    const unauthorized = await fail("get_status", { code: 401 });
    expect(["authorizationExpired", "downstreamRefused"]).toContain(unauthorized.kind);
    const forbidden = await fail("get_status", { code: 403 });
    expect(["missingScope", "downstreamRefused"]).toContain(forbidden.kind);
  });
});

test("a refusal for lack of a scope is missingScope", proves("failures.missing-scope"), async () => {
  const outcome = await fail("read_scope");
  expect(outcome.kind).toBe("missingScope");
  expect(outcome.executionInfo?.statusCode).toBe(403);
});

test("its kind is in a header too", proves("failures.kind-header"), async () => {
  const call = (code: number) =>
    bench.caller.post(`/v1/tools/${bench.tool("get_status")}/execute`, { fields: { code } });
  expect((await call(404)).headers).toMatchObject({ "x-bowline-failure-kind": "downstreamRefused" });
  expect((await call(200)).headers).not.toHaveProperty("x-bowline-failure-kind");
});

test("a connection that breaks midway is downstreamUnavailable", proves("failures.broken"), async () => {
  expect((await fail("read_reset")).kind).toBe("downstreamUnavailable");
});

test(
  "a response that does not match its content type is invalidOutput",
  proves("failures.unreadable"),
  async () => {
    expect((await fail("read_rubbish")).kind).toBe("invalidOutput");
  },
);

test("a writing call whose connection broke is not retried", proves("idempotency.retry-safe"), async () => {
  bench.downstream.forget();
  expect((await fail("write_reset")).kind).toBe("downstreamUnavailable");
  expect(bench.downstream.requests).toHaveLength(1);
});

async function failAt(origin: string) {
  const application = await importDownstream({ ...bench.downstream, origin });
  await connect(bench.caller, application, { isDefault: true });
  return readFailure(await execute(bench.caller, application.tool("list_items"), {}));
}

test(
  "a downstream that cannot be reached is downstreamUnavailable",
  proves("failures.unavailable"),
  async () => {
    const { kind } = await failAt("http://127.0.0.1:1");
    expect(kind).toBe("downstreamUnavailable");
  },
);

const privateHosts = [
  ..."10.255.255.1 172.16.0.1 192.168.255.254 100.64.0.1 169.254.169.254 168.63.129.16 198.18.0.1 224.0.0.1 0.0.0.0".split(
    " ",
  ),
  ..."[::1] [::] [fd00::1] [fe80::1] [ff02::1] [64:ff9b::a00:1] [::ffff:10.0.0.1]".split(" "),
];

test.each(privateHosts)(
  "a private network that is not allowed is not called: %s",
  proves("failures.private-network"),
  async (host) => {
    const { errorMessage, executionInfo } = await failAt(
      `http://${host}:${new URL(bench.downstream.origin).port}`,
    );
    expect(errorMessage).toContain("private or special network");
    expect(executionInfo?.statusCode).toBeNull();
  },
);

test("an output over the limit is outputTooLarge", proves("failures.too-large"), async () => {
  const outcome = await fail("read_large", { bytes: 6_000_000 });
  expect(outcome.kind).toBe("outputTooLarge");
  expect(outcome.output).toBeNull();
});

test("a tool that works again after a failure succeeds", proves("execute.runtime-failure"), async () => {
  await fail("read_reset");
  const outcome = await execute(bench.caller, bench.tool("list_items"), {});
  expect(outcome.isSuccess).toBe(true);
});

test(
  "an operation without a response body succeeds with null",
  proves("execute.response.output"),
  async () => {
    const outcome = await execute(bench.caller, bench.tool("delete_item"), { fields: { itemId: 3 } });
    expect(outcome).toMatchObject({ isSuccess: true, output: null, executionInfo: { statusCode: 204 } });
  },
);
