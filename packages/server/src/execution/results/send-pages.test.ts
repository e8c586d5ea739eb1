import { afterAll, beforeAll, expect, test } from "vitest";
import { type FaultServer, openFaultServer } from "../../../testing/fault-server.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import { openHttpRuntime } from "../../runtimes/http/http-runtime.ts";
import { openResponseThreads } from "../../runtimes/response-threads.ts";
import type { ExecutionParts } from "../execution-parts.ts";
import type { LoadedTool } from "../load-tool.ts";
import { sendPages } from "./send-pages.ts";

let server: FaultServer;
let egress: Egress;

beforeAll(async () => {
  server = await openFaultServer();
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
});

afterAll(async () => {
  await egress.close();
  await server.close();
});

const config = { toolTimeoutMs: 20_000, toolOutputBytes: 100_000 } as ExecutionParts["config"];
const tool = {
  entry: { slug: "shop_list_items", resultsPath: "", isReadOnly: true },
  manifest: { paging: { kind: "pageNumber", parameter: "page", firstPage: 1 } },
  numberFields: ["id"],
} as unknown as LoadedTool;
const binding = {
  kind: "http" as const,
  method: "GET",
  serverUrl: null,
  path: "/items",
  parameters: [
    {
      ...{ in: "query" as const, name: "page", input: "page" },
      ...{ style: "form" as const, explode: true, allowReserved: false },
    },
  ],
  body: null,
  accept: "*/*",
  authentications: [],
};

test("pages are read until enough results match, of which large integers are compared as numbers", async () => {
  const pages = ["9007199254740993,99999999999999999", "100000000000000001,100000000000000002", "1,2"];
  server.on("/items", ({ target }, response) => {
    const page = Number(new URLSearchParams(target.split("?")[1]).get("page") ?? 1);
    const ids = pages[page - 1]?.split(",") ?? [];
    response.setHeader("content-type", "application/json");
    response.end(`[${ids.map((id) => `{"id":${id}}`).join()}]`);
  });
  const access = { serverUrl: server.url, variables: {}, placements: [], secretValues: [] };
  const first = openHttpRuntime({ egress, threads: openResponseThreads() })
    .compile(binding)
    .prepare(access, {});
  const filters = [{ fieldName: "id", operator: "gt" as const, value: "100000000000000000" }];
  const plan = { input: {}, remaining: { filters, top: 2 }, enough: 2 };
  const { output } = await sendPages({ config }, tool, first, plan, {});
  const read = pages.slice(0, 2).join().split(",");
  expect(output).toEqual(read.map((id) => ({ id })));
});
