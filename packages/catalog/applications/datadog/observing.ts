import { defineTool, fromInput, z } from "@bowline/catalog/application";

const from = z
  .string()
  .optional()
  .describe("Begin: `now-15m`, or a time such as `2030-01-10T09:00:00Z`. Default `now-15m`.");
const to = z.string().optional().describe("End. Default `now`.");
const pageSize = z.int().min(1).max(1000).optional().describe("Results on a page. Default 10.");
const cursor = z.string().optional().describe("`meta.page.after` of the page before.");
const record = z.looseObject({ id: z.string().optional(), attributes: z.looseObject({}).optional() });
const records = z.looseObject({
  data: z.array(record),
  meta: z.looseObject({ page: z.looseObject({ after: z.string().optional() }).optional() }).optional(),
});
const paging = {
  kind: "cursor",
  parameter: "cursor",
  cursorPath: "/meta/page/after",
  sizeParameter: "pageSize",
  maxSize: 1000,
} as const;
const seconds = (what: string) => z.int().describe(`${what}, in seconds since 1970.`);

export const observingTools = [
  defineTool({
    operation: "logs_search",
    name: "Search logs",
    description: "Finds log lines of a period with Datadog's search.",
    input: z.object({
      query: z.string().default("*").describe("Such as `service:web status:error @http.status_code:500`."),
      from,
      to,
      indexes: z.array(z.string()).optional().describe("Default: all."),
      sort: z.enum(["timestamp", "-timestamp"]).optional().describe("`-timestamp`: newest first."),
      pageSize,
      cursor,
    }),
    output: records,
    hints: { readOnly: true, idempotent: true },
    resultsPath: "/data",
    paging,
    request: {
      method: "POST",
      path: "/api/v2/logs/events/search",
      body: {
        filter: {
          query: fromInput("query"),
          from: fromInput("from"),
          to: fromInput("to"),
          indexes: fromInput("indexes"),
        },
        sort: fromInput("sort"),
        page: { limit: fromInput("pageSize"), cursor: fromInput("cursor") },
      },
    },
  }),
  defineTool({
    operation: "spans_search",
    name: "Search traces",
    description: "Finds spans of traces (APM) of a period with Datadog's search.",
    input: z.object({
      query: z.string().default("*").describe("Such as `service:web resource_name:checkout @duration:>1s`."),
      from,
      to,
      sort: z.enum(["timestamp", "-timestamp"]).optional().describe("`-timestamp`: newest first."),
      pageSize,
      cursor,
    }),
    output: records,
    hints: { readOnly: true, idempotent: true },
    resultsPath: "/data",
    paging,
    request: {
      method: "POST",
      path: "/api/v2/spans/events/search",
      body: {
        data: {
          type: "search_request",
          attributes: {
            filter: { query: fromInput("query"), from: fromInput("from"), to: fromInput("to") },
            sort: fromInput("sort"),
            page: { limit: fromInput("pageSize"), cursor: fromInput("cursor") },
          },
        },
      },
    },
  }),
  defineTool({
    operation: "metrics_query",
    name: "Query a metric",
    description: "Returns the points of a metric over a period. Find its name with metrics_search.",
    input: z.object({
      query: z.string().min(1).describe("Such as `avg:system.cpu.user{env:prod} by {host}`."),
      from: seconds("Begin"),
      to: seconds("End"),
    }),
    output: z.looseObject({
      series: z.array(
        z.looseObject({ metric: z.string().optional(), pointlist: z.array(z.unknown()).optional() }),
      ),
    }),
    resultsPath: "/series",
    request: { method: "GET", path: "/api/v1/query" },
  }),
  defineTool({
    operation: "metrics_search",
    name: "Find metrics",
    description: "Returns the names of metrics that hold a text.",
    input: z.object({ name: z.string().min(1).describe("A part of the name, such as `system.cpu`.") }),
    output: z.looseObject({ results: z.looseObject({ metrics: z.array(z.string()) }) }),
    resultsPath: "/results/metrics",
    request: { method: "GET", path: "/api/v1/search", query: { q: fromInput("name") } },
  }),
  defineTool({
    operation: "events_search",
    name: "Search events",
    description: "Finds events, such as deployments and alerts, of a period.",
    input: z.object({
      query: z.string().optional().describe("Such as `source:deploy service:web`."),
      from,
      to,
      sort: z.enum(["timestamp", "-timestamp"]).optional(),
      pageSize,
      cursor,
    }),
    output: records,
    resultsPath: "/data",
    paging,
    request: {
      method: "GET",
      path: "/api/v2/events",
      query: {
        "filter[query]": fromInput("query"),
        "filter[from]": fromInput("from"),
        "filter[to]": fromInput("to"),
        sort: fromInput("sort"),
        "page[limit]": fromInput("pageSize"),
        "page[cursor]": fromInput("cursor"),
      },
    },
  }),
  defineTool({
    operation: "events_create",
    name: "Post an event",
    description: "Posts an event, such as a deployment, to the event stream.",
    input: z.object({
      title: z.string().min(1).max(500),
      text: z.string().min(1).max(4000).describe("The text; Markdown between `%%%` lines."),
      tags: z.array(z.string()).optional().describe("Such as `env:prod`."),
      alert_type: z.enum(["error", "warning", "info", "success"]).optional(),
      priority: z.enum(["normal", "low"]).optional(),
    }),
    output: z.looseObject({ status: z.string().optional() }),
    request: { method: "POST", path: "/api/v1/events" },
  }),
  defineTool({
    operation: "hosts_list",
    name: "List hosts",
    description: "Returns the hosts that report, with their applications and tags.",
    input: z.object({
      filter: z.string().optional().describe("Such as `env:prod`, or a part of the name."),
      start: z.int().min(0).optional().describe("How many to skip."),
      count: z.int().min(1).max(1000).optional().describe("Default 100."),
    }),
    output: z.looseObject({ host_list: z.array(z.looseObject({ name: z.string().optional() })) }),
    resultsPath: "/host_list",
    paging: { kind: "offset", parameter: "start", sizeParameter: "count", maxSize: 1000 },
    request: { method: "GET", path: "/api/v1/hosts" },
  }),
];
