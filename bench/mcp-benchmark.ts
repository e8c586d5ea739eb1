import { callApi, type ListEnvelope } from "./api-client.ts";
import { type BowlineServer, startServer, stopServer } from "./bowline-server.ts";
import { type BenchProcess, startProcess, stopProcess } from "./child-process.ts";
import {
  type ComparedTarget,
  type ComparisonOptions,
  type ComparisonRow,
  compareTargets,
} from "./compare-targets.ts";
import { drive, startDriver } from "./driver.ts";
import { beginSession, callRequest, type McpAddress } from "./mcp-requests.ts";
import { importThings } from "./things-application.ts";

/** The cost of the MCP endpoint. */
export interface McpReport {
  /** `tools/call` of revision 2026-07-28 with an API key and durable history, against the example server. */
  stateless: ComparisonRow[];
  /** The same in a session of revision 2025-11-25. */
  session: ComparisonRow[];
}

const warmUpCount = 10_000;
const tool = "things_create_thing";

/** Compares `tools/call` with a server written with the MCP SDK that sends the same request. */
export async function benchmarkMcp(options: ComparisonOptions): Promise<McpReport> {
  const driver = await startDriver();
  const downstream = await startProcess("downstream.ts");
  const examples = {
    stateless: await startProcess("mcp-example-server.ts", downstream.origin, "stateless"),
    session: await startProcess("mcp-example-server.ts", downstream.origin, "session"),
  };
  options.note("starting a server");
  const server = await startServer();
  try {
    await importThings(server, downstream.origin);
    const bowline = await openToolset(server);
    const stateless = await compare(driver, options, [
      {
        ...describeExample(examples.stateless),
        request: callRequest(addressOf(examples.stateless), "create_thing", "toolResult"),
      },
      { ...describeBowline(server), request: callRequest(bowline, tool, "recordedToolResult") },
    ]);
    const session = await compare(driver, options, [
      {
        ...describeExample(examples.session),
        request: await beginSession(addressOf(examples.session), "create_thing", "toolResult"),
      },
      { ...describeBowline(server), request: await beginSession(bowline, tool, "recordedToolResult") },
    ]);
    return { stateless, session };
  } finally {
    for (const { child } of [driver, downstream, examples.stateless, examples.session]) {
      await stopProcess(child);
    }
    await stopServer(server);
  }
}

const describeExample = ({ pid }: BenchProcess) => ({ name: "example server", pid });
const describeBowline = ({ pid }: BowlineServer) => ({ name: "Bowline, durable history", pid });
const addressOf = ({ origin }: BenchProcess): McpAddress => ({ origin, path: "/mcp", headers: {} });

async function compare(
  driver: BenchProcess,
  options: ComparisonOptions,
  targets: readonly ComparedTarget[],
): Promise<ComparisonRow[]> {
  for (const { request } of targets) {
    await drive(driver, { ...request, concurrency: 32, count: warmUpCount });
  }
  return compareTargets(driver, targets, options);
}

/** Creates a toolset with the one tool. */
async function openToolset(server: BowlineServer): Promise<McpAddress> {
  const { items } = await callApi<ListEnvelope<{ connectionId: number }>>(
    server,
    "GET",
    "/v1/connections?applicationSlug=things",
  );
  const connections = [
    { connectionId: items[0]?.connectionId, applicationSlug: "things", toolSlugs: [tool] },
  ];
  return {
    origin: server.origin,
    path: await createToolset(server, "Things", connections),
    headers: { "x-api-key": server.apiKey },
  };
}

async function createToolset(server: BowlineServer, name: string, connections: object[]): Promise<string> {
  const body = { name, connections };
  const { toolsetId } = await callApi<{ toolsetId: string }>(server, "POST", "/v1/toolsets", body);
  return `/mcp/${toolsetId}`;
}
