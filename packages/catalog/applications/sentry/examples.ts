import type { ToolExamples } from "@bowline/catalog/application";

const issue = {
  id: "4509876543",
  shortId: "WEB-1A",
  title: "TypeError: x is undefined",
  culprit: "app/checkout",
  status: "unresolved",
  level: "error",
  count: "12",
  userCount: 3,
  firstSeen: "2030-01-09T09:00:00Z",
  lastSeen: "2030-01-10T09:00:00Z",
  permalink: "https://example.sentry.io/issues/4509876543/",
  project: { id: "2", name: "Web", slug: "web" },
};
const at = { organization: "example", issueId: issue.id };
const path = "/organizations/example";
const issuePath = `${path}/issues/${issue.id}/`;
const event = {
  id: "9fac2ceed9344f2bbfdd1fdacb0ed9b1",
  eventID: "9fac2ceed9344f2bbfdd1fdacb0ed9b1",
  title: issue.title,
  dateCreated: "2030-01-10T09:00:00Z",
  tags: [{ key: "environment", value: "production" }],
};
const release = {
  version: "1.2.0",
  ref: null,
  dateReleased: "2030-01-10T09:00:00Z",
  newGroups: 0,
  projects: [],
};

export const examples: ToolExamples = {
  issues_list: {
    input: { organization: "example", query: "is:unresolved", project: [2, 3], sort: "freq", limit: 2 },
    request: {
      method: "GET",
      path: `${path}/issues/`,
      query: { query: "is:unresolved", project: ["2", "3"], sort: "freq", limit: "2" },
    },
    response: [issue],
  },
  issues_get: { input: at, request: { method: "GET", path: issuePath }, response: issue },
  issues_update: {
    input: { ...at, status: "resolved", assignedTo: "ada@example.com" },
    request: { method: "PUT", path: issuePath, body: { status: "resolved", assignedTo: "ada@example.com" } },
    response: { ...issue, status: "resolved" },
  },
  issues_delete: { input: at, request: { method: "DELETE", path: issuePath }, response: null, status: 202 },
  issue_events_list: {
    input: { ...at, full: true },
    request: { method: "GET", path: `${issuePath}events/`, query: { full: "true" } },
    response: [event],
  },
  issue_events_get: {
    input: { ...at, eventId: "latest" },
    request: { method: "GET", path: `${issuePath}events/latest/` },
    response: { ...event, entries: [{ type: "exception", data: { values: [] } }] },
  },
  comments_create: {
    input: { issueId: issue.id, text: "Mended in 1.2.1." },
    request: { method: "POST", path: `/issues/${issue.id}/comments/`, body: { text: "Mended in 1.2.1." } },
    response: { id: "77", type: "note", data: { text: "Mended in 1.2.1." } },
    status: 201,
  },
  events_search: {
    input: {
      organization: "example",
      field: ["title", "count()"],
      dataset: "errors",
      sort: "-count()",
      statsPeriod: "24h",
    },
    request: {
      method: "GET",
      path: `${path}/events/`,
      query: { field: ["title", "count()"], dataset: "errors", sort: "-count()", statsPeriod: "24h" },
    },
    response: { data: [{ title: issue.title, "count()": 12 }], meta: { fields: { title: "string" } } },
  },
  organizations_list: {
    input: {},
    request: { method: "GET", path: "/organizations/" },
    response: [{ id: "1", slug: "example", name: "Example" }],
  },
  projects_list: {
    input: { organization: "example", query: "web" },
    request: { method: "GET", path: `${path}/projects/`, query: { query: "web" } },
    response: [{ id: "2", slug: "web", name: "Web", platform: "javascript-react" }],
  },
  project_keys_list: {
    input: { organization: "example", project: "web" },
    request: { method: "GET", path: "/projects/example/web/keys/" },
    response: [{ id: "abcdef", name: "Default", dsn: { public: "https://abcdef@o1.ingest.sentry.io/2" } }],
  },
  teams_list: {
    input: { organization: "example" },
    request: { method: "GET", path: `${path}/teams/` },
    response: [{ id: "4", slug: "web-team", name: "Web" }],
  },
  members_list: {
    input: { organization: "example" },
    request: { method: "GET", path: `${path}/members/` },
    response: [{ id: "5", email: "ada@example.com", name: "Ada", orgRole: "member" }],
  },
  releases_list: {
    input: { organization: "example", query: "1." },
    request: { method: "GET", path: `${path}/releases/`, query: { query: "1." } },
    response: [release],
  },
  releases_create: {
    input: { organization: "example", version: "1.2.0", projects: ["web"] },
    request: { method: "POST", path: `${path}/releases/`, body: { version: "1.2.0", projects: ["web"] } },
    response: release,
    status: 201,
  },
};
