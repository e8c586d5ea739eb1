import type { ToolExamples } from "@bowline/catalog/application";

const monitor = {
  id: 6519,
  name: "CPU",
  type: "query alert",
  query: "avg(last_5m):avg:system.cpu.user{env:prod} > 90",
  message: "@ada@example.com",
  overall_state: "OK",
};
const log = {
  id: "AQAAAXGLdD0AAABPV-5whqgB",
  type: "log",
  attributes: { service: "web", status: "error", message: "No." },
};
const page = { page: { after: "eyJhZnRlciI6IjEwMDEifQ" } };

export const examples: ToolExamples = {
  logs_search: {
    input: { query: "service:web status:error", from: "now-1h", sort: "-timestamp", pageSize: 2 },
    request: {
      method: "POST",
      path: "/api/v2/logs/events/search",
      body: {
        filter: { query: "service:web status:error", from: "now-1h" },
        sort: "-timestamp",
        page: { limit: 2 },
      },
    },
    response: { data: [log], meta: page },
  },
  spans_search: {
    input: { query: "service:web", pageSize: 1, cursor: "abc" },
    request: {
      method: "POST",
      path: "/api/v2/spans/events/search",
      body: {
        data: {
          type: "search_request",
          attributes: { filter: { query: "service:web" }, page: { limit: 1, cursor: "abc" } },
        },
      },
    },
    response: { data: [{ id: "AAAAAXGLdD0", type: "spans", attributes: { service: "web" } }] },
  },
  metrics_query: {
    input: { query: "avg:system.cpu.user{*}", from: 1893456000, to: 1893459600 },
    request: {
      method: "GET",
      path: "/api/v1/query",
      query: { query: "avg:system.cpu.user{*}", from: "1893456000", to: "1893459600" },
    },
    response: {
      status: "ok",
      series: [{ metric: "system.cpu.user", pointlist: [[1893456000000, 12.5]], scope: "*" }],
    },
  },
  metrics_search: {
    input: { name: "system.cpu" },
    request: { method: "GET", path: "/api/v1/search", query: { q: "system.cpu" } },
    response: { results: { metrics: ["system.cpu.user", "system.cpu.idle"] } },
  },
  events_search: {
    input: { query: "source:deploy", from: "now-1d", pageSize: 5 },
    request: {
      method: "GET",
      path: "/api/v2/events",
      query: { "filter[query]": "source:deploy", "filter[from]": "now-1d", "page[limit]": "5" },
    },
    response: {
      data: [{ id: "AwAAAYLnP", type: "event", attributes: { message: "Deployed 1.2.0" } }],
      meta: {},
    },
  },
  events_create: {
    input: { title: "Deployed 1.2.0", text: "By Ada", tags: ["env:prod"], alert_type: "success" },
    request: {
      method: "POST",
      path: "/api/v1/events",
      body: { title: "Deployed 1.2.0", text: "By Ada", tags: ["env:prod"], alert_type: "success" },
    },
    response: { status: "ok", event: { id: 6509, title: "Deployed 1.2.0" } },
    status: 202,
  },
  hosts_list: {
    input: { filter: "env:prod", count: 10 },
    request: { method: "GET", path: "/api/v1/hosts", query: { filter: "env:prod", count: "10" } },
    response: {
      host_list: [{ name: "web-1", up: true, apps: ["agent"] }],
      total_matching: 1,
      total_returned: 1,
    },
  },
  monitors_list: {
    input: { name: "CPU" },
    request: { method: "GET", path: "/api/v1/monitor", query: { name: "CPU", page_size: "100" } },
    response: [monitor],
  },
  monitors_get: {
    input: { monitorId: 6519, group_states: "all" },
    request: { method: "GET", path: "/api/v1/monitor/6519", query: { group_states: "all" } },
    response: monitor,
  },
  monitors_create: {
    input: { name: "CPU", type: "query alert", query: monitor.query, message: "@ada@example.com" },
    request: {
      method: "POST",
      path: "/api/v1/monitor",
      body: { name: "CPU", type: "query alert", query: monitor.query, message: "@ada@example.com" },
    },
    response: monitor,
  },
  monitors_update: {
    input: { monitorId: 6519, priority: 2 },
    request: { method: "PUT", path: "/api/v1/monitor/6519", body: { priority: 2 } },
    response: { ...monitor, priority: 2 },
  },
  monitors_delete: {
    input: { monitorId: 6519 },
    request: { method: "DELETE", path: "/api/v1/monitor/6519" },
    response: { deleted_monitor_id: 6519 },
  },
  downtimes_create: {
    input: { scope: "env:prod", monitorTags: ["*"], end: "2030-01-10T10:00:00Z" },
    request: {
      method: "POST",
      path: "/api/v2/downtime",
      body: {
        data: {
          type: "downtime",
          attributes: {
            scope: "env:prod",
            monitor_identifier: { monitor_tags: ["*"] },
            schedule: { end: "2030-01-10T10:00:00Z" },
          },
        },
      },
    },
    response: {
      data: {
        id: "00000000-0000-1234-0000-000000000000",
        type: "downtime",
        attributes: { status: "active" },
      },
    },
  },
  incidents_list: {
    input: { pageSize: 10 },
    request: { method: "GET", path: "/api/v2/incidents", query: { "page[size]": "10" } },
    response: {
      data: [
        { id: "00000000-0000-0000-1234-000000000000", type: "incidents", attributes: { title: "Slow" } },
      ],
    },
  },
  dashboards_list: {
    input: {},
    request: { method: "GET", path: "/api/v1/dashboard" },
    response: { dashboards: [{ id: "abc-def-ghi", title: "Web", url: "/dashboard/abc-def-ghi/web" }] },
  },
  dashboards_get: {
    input: { dashboardId: "abc-def-ghi" },
    request: { method: "GET", path: "/api/v1/dashboard/abc-def-ghi" },
    response: { id: "abc-def-ghi", title: "Web", layout_type: "ordered", widgets: [] },
  },
  keys_validate: {
    input: {},
    request: { method: "GET", path: "/api/v1/validate" },
    response: { valid: true },
  },
};
