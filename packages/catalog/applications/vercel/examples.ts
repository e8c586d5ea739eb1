import type { ToolExamples } from "@bowline/catalog/application";

const team = "team_nLlpyC6RE1qxqglFKbrMxlud";
const id = "dpl_5WJWYSyB7BpgTj3EuwF37WMRBXBPQ2iTMJHJBJyRfDG5";
const deployment = {
  id,
  name: "my-site",
  url: "my-site-abc123.vercel.app",
  readyState: "READY",
  target: "production",
};
const project = {
  id: "prj_12HKQaOmR5t5Uy6vdcQsNIiZgHGB",
  name: "my-site",
  framework: "nextjs",
  accountId: team,
};
const variable = { id: "XMbOEya1gUUO1ir4", key: "API_URL", type: "encrypted", target: ["production"] };
const path = "/v9/projects/my-site";
const pagination = { count: 1, next: null, prev: 1893456000000 };

export const examples: ToolExamples = {
  deployments_list: {
    input: { projectId: "my-site", target: "production", limit: 1, teamId: team },
    request: {
      method: "GET",
      path: "/v6/deployments",
      query: { projectId: "my-site", target: "production", limit: "1", teamId: team },
    },
    response: {
      deployments: [{ uid: id, name: "my-site", url: deployment.url, state: "READY" }],
      pagination,
    },
  },
  deployments_get: {
    input: { idOrUrl: deployment.url },
    request: { method: "GET", path: `/v13/deployments/${deployment.url}` },
    response: deployment,
  },
  deployment_events_list: {
    input: { idOrUrl: id, direction: "backward", limit: 2 },
    request: {
      method: "GET",
      path: `/v3/deployments/${id}/events`,
      query: { direction: "backward", limit: "2" },
    },
    response: [{ type: "stdout", created: 1893456000000, text: "Build completed" }],
  },
  deployments_redeploy: {
    input: { name: "my-site", deploymentId: id, target: "production" },
    request: {
      method: "POST",
      path: "/v13/deployments",
      query: { forceNew: "1" },
      body: { name: "my-site", deploymentId: id, target: "production" },
    },
    response: { ...deployment, readyState: "QUEUED" },
  },
  deployments_cancel: {
    input: { deploymentId: id, teamId: team },
    request: { method: "PATCH", path: `/v12/deployments/${id}/cancel`, query: { teamId: team } },
    response: { ...deployment, readyState: "CANCELED" },
  },
  deployments_promote: {
    input: { project: project.id, deploymentId: id },
    request: { method: "POST", path: `/v10/projects/${project.id}/promote/${id}` },
    response: null,
    status: 202,
  },
  deployments_delete: {
    input: { deploymentId: id },
    request: { method: "DELETE", path: `/v13/deployments/${id}` },
    response: { uid: id, state: "DELETED" },
  },
  projects_list: {
    input: { search: "site" },
    request: { method: "GET", path: "/v10/projects", query: { search: "site" } },
    response: { projects: [project], pagination },
  },
  projects_get: { input: { project: "my-site" }, request: { method: "GET", path }, response: project },
  env_list: {
    input: { project: "my-site" },
    request: { method: "GET", path: "/v10/projects/my-site/env" },
    response: { envs: [variable] },
  },
  env_create: {
    input: {
      project: "my-site",
      key: "API_URL",
      value: "https://example.com",
      type: "encrypted",
      target: ["production"],
      teamId: team,
    },
    request: {
      method: "POST",
      path: "/v10/projects/my-site/env",
      query: { upsert: "true", teamId: team },
      body: { key: "API_URL", value: "https://example.com", type: "encrypted", target: ["production"] },
    },
    response: { created: variable, failed: [] },
    status: 201,
  },
  env_update: {
    input: { project: "my-site", envId: variable.id, value: "https://example.org" },
    request: { method: "PATCH", path: `${path}/env/${variable.id}`, body: { value: "https://example.org" } },
    response: variable,
  },
  env_delete: {
    input: { project: "my-site", envId: variable.id },
    request: { method: "DELETE", path: `${path}/env/${variable.id}` },
    response: variable,
  },
  domains_list: {
    input: { project: "my-site" },
    request: { method: "GET", path: `${path}/domains` },
    response: { domains: [{ name: "www.example.com", apexName: "example.com", verified: true }], pagination },
  },
  domains_add: {
    input: { project: "my-site", name: "www.example.com" },
    request: { method: "POST", path: "/v10/projects/my-site/domains", body: { name: "www.example.com" } },
    response: { name: "www.example.com", apexName: "example.com", verified: false },
  },
  teams_list: {
    input: {},
    request: { method: "GET", path: "/v2/teams" },
    response: { teams: [{ id: team, slug: "example", name: "Example" }], pagination },
  },
  user_get: {
    input: {},
    request: { method: "GET", path: "/v2/user" },
    response: { user: { id: "AEIIDYVk59zbFF2Sxfyxxmua", email: "ada@example.com", username: "ada" } },
  },
};
