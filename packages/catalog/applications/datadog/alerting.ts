import { defineTool, fromInput, z } from "@bowline/catalog/application";

const monitorId = z.int().describe("Id of the monitor, from monitors_list.");
const monitor = z.looseObject({
  id: z.int(),
  name: z.string().optional(),
  overall_state: z.string().optional(),
});
const members = {
  name: z.string().min(1),
  type: z.string().min(1).describe("Such as `metric alert`, `query alert`, `log alert` or `service check`."),
  query: z.string().min(1).describe("Such as `avg(last_5m):avg:system.cpu.user{env:prod} > 90`."),
  message: z
    .string()
    .describe("Text of the notification; `@ada@example.com` or `@slack-ops` says who gets it."),
  tags: z.array(z.string()).describe("Such as `team:web`."),
  priority: z.int().min(1).max(5).describe("1 is the highest."),
  options: z.looseObject({ thresholds: z.looseObject({ critical: z.number().optional() }).optional() }),
};

export const alertingTools = [
  defineTool({
    operation: "monitors_list",
    name: "List monitors",
    description: "Returns monitors with their state: OK, Alert, Warn or No Data.",
    input: z.object({
      name: z.string().optional().describe("Only those whose name holds this."),
      monitor_tags: z.string().optional().describe("Tags with commas, such as `team:web,env:prod`."),
      page: z.int().min(0).optional().describe("Number of the page; the first is 0."),
      page_size: z.int().min(1).max(1000).default(100).describe("Monitors on a page."),
    }),
    output: z.array(monitor),
    resultsPath: "",
    paging: {
      kind: "pageNumber",
      parameter: "page",
      firstPage: 0,
      sizeParameter: "page_size",
      maxSize: 1000,
    },
    request: { method: "GET", path: "/api/v1/monitor" },
  }),
  defineTool({
    operation: "monitors_get",
    name: "Get a monitor",
    description: "Returns one monitor with its query, thresholds and state, by group if wanted.",
    input: z.object({
      monitorId,
      group_states: z
        .string()
        .optional()
        .describe("Groups to return: `all`, or with commas `alert`, `warn`, `no data`."),
    }),
    output: monitor,
    request: { method: "GET", path: "/api/v1/monitor/{monitorId}" },
  }),
  defineTool({
    operation: "monitors_create",
    name: "Create a monitor",
    description: "Creates a monitor that alerts people when its query crosses a threshold.",
    input: z.object({
      ...z.object(members).partial().shape,
      name: members.name,
      type: members.type,
      query: members.query,
    }),
    output: monitor,
    request: { method: "POST", path: "/api/v1/monitor" },
  }),
  defineTool({
    operation: "monitors_update",
    name: "Change a monitor",
    description: "Changes only the members given of a monitor.",
    input: z.object({ monitorId, ...z.object(members).omit({ type: true }).partial().shape }),
    output: monitor,
    request: { method: "PUT", path: "/api/v1/monitor/{monitorId}" },
  }),
  defineTool({
    operation: "monitors_delete",
    name: "Delete a monitor",
    description: "Deletes a monitor for good.",
    input: z.object({ monitorId }),
    output: z.looseObject({ deleted_monitor_id: z.int().optional() }),
    request: { method: "DELETE", path: "/api/v1/monitor/{monitorId}" },
  }),
  defineTool({
    operation: "downtimes_create",
    name: "Silence monitors",
    description: "Plans a time in which monitors notify nobody.",
    input: z.object({
      scope: z.string().min(1).describe("What is silent, such as `env:prod`, or `*`."),
      monitorTags: z.array(z.string()).min(1).describe("Monitors with these tags; `*` for all."),
      message: z.string().optional().describe("Why."),
      start: z.string().optional().describe("Begin: `2030-01-10T09:00:00Z`. Default: now."),
      end: z.string().optional().describe("End. Default: until it is canceled."),
    }),
    output: z.looseObject({ data: z.looseObject({ id: z.string() }) }),
    request: {
      method: "POST",
      path: "/api/v2/downtime",
      body: {
        data: {
          type: "downtime",
          attributes: {
            scope: fromInput("scope"),
            monitor_identifier: { monitor_tags: fromInput("monitorTags") },
            message: fromInput("message"),
            schedule: { start: fromInput("start"), end: fromInput("end") },
          },
        },
      },
    },
  }),
  defineTool({
    operation: "incidents_list",
    name: "List incidents",
    description: "Returns the incidents of the organization with their state and severity.",
    input: z.object({
      pageSize: z.int().min(1).max(100).optional().describe("Incidents on a page. Default 10."),
      pageOffset: z.int().min(0).optional().describe("How many to skip."),
    }),
    output: z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) }),
    resultsPath: "/data",
    paging: { kind: "offset", parameter: "pageOffset", sizeParameter: "pageSize", maxSize: 100 },
    request: {
      method: "GET",
      path: "/api/v2/incidents",
      query: { "page[size]": fromInput("pageSize"), "page[offset]": fromInput("pageOffset") },
    },
  }),
  defineTool({
    operation: "dashboards_list",
    name: "List dashboards",
    description: "Returns the dashboards with their ids and links.",
    input: z.object({
      start: z.int().min(0).optional().describe("How many to skip."),
      count: z.int().min(1).max(100).optional(),
    }),
    output: z.looseObject({
      dashboards: z.array(z.looseObject({ id: z.string(), title: z.string().nullish() })),
    }),
    resultsPath: "/dashboards",
    paging: { kind: "offset", parameter: "start", sizeParameter: "count", maxSize: 100 },
    request: { method: "GET", path: "/api/v1/dashboard" },
  }),
  defineTool({
    operation: "dashboards_get",
    name: "Get a dashboard",
    description: "Returns one dashboard with its widgets and their queries.",
    input: z.object({
      dashboardId: z.string().min(1).describe("Such as `abc-def-ghi`, from dashboards_list."),
    }),
    output: z.looseObject({ id: z.string(), title: z.string().optional() }),
    request: { method: "GET", path: "/api/v1/dashboard/{dashboardId}" },
  }),
  defineTool({
    operation: "keys_validate",
    name: "Validate the API key",
    description: "Returns whether the connection's API key is valid.",
    input: z.object({}),
    output: z.looseObject({ valid: z.boolean() }),
    request: { method: "GET", path: "/api/v1/validate" },
  }),
];
