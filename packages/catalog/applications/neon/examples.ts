import type { ToolExamples } from "@bowline/catalog/application";

const project = { id: "spring-example-302709", name: "shop", region_id: "aws-eu-central-1", pg_version: 17 };
const branch = {
  id: "br-aged-salad-637688",
  project_id: project.id,
  name: "main",
  default: true,
  current_state: "ready",
};
const endpoint = {
  id: "ep-silent-smoke-806639",
  host: "ep-silent-smoke-806639.eu-central-1.aws.neon.tech",
  current_state: "idle",
  branch_id: branch.id,
};
const database = { id: 834686, branch_id: branch.id, name: "neondb", owner_name: "neondb_owner" };
const operation = { id: "a07f8772-1877-4da9-a939-3a3ae62d1d8d", action: "start_compute", status: "running" };
const path = `/projects/${project.id}`;
const branchPath = `${path}/branches/${branch.id}`;
const endpointPath = `${path}/endpoints/${endpoint.id}`;
const at = { projectId: project.id, branchId: branch.id };

export const examples: ToolExamples = {
  projects_list: {
    input: { limit: 1 },
    request: { method: "GET", path: "/projects", query: { limit: "1" } },
    response: { projects: [project], pagination: { cursor: project.id } },
  },
  projects_get: { input: { projectId: project.id }, request: { method: "GET", path }, response: { project } },
  projects_create: {
    input: { name: "shop", pgVersion: 17 },
    request: { method: "POST", path: "/projects", body: { project: { name: "shop", pg_version: 17 } } },
    response: { project, branch, databases: [database], endpoints: [endpoint], operations: [operation] },
    status: 201,
  },
  projects_delete: {
    input: { projectId: project.id },
    request: { method: "DELETE", path },
    response: { project },
  },
  branches_list: {
    input: { projectId: project.id, search: "main" },
    request: { method: "GET", path: `${path}/branches`, query: { search: "main" } },
    response: { branches: [branch] },
  },
  branches_create: {
    input: { projectId: project.id, name: "try", parentId: branch.id },
    request: {
      method: "POST",
      path: `${path}/branches`,
      body: { branch: { name: "try", parent_id: branch.id }, endpoints: [{ type: "read_write" }] },
    },
    response: {
      branch: { ...branch, name: "try", default: false },
      endpoints: [endpoint],
      operations: [operation],
    },
    status: 201,
  },
  branches_delete: {
    input: at,
    request: { method: "DELETE", path: branchPath },
    response: { branch, operations: [operation] },
  },
  branches_restore: {
    input: {
      ...at,
      sourceBranchId: branch.id,
      sourceTimestamp: "2030-01-10T09:00:00Z",
      preserveName: "before",
    },
    request: {
      method: "POST",
      path: `${branchPath}/restore`,
      body: {
        source_branch_id: branch.id,
        source_timestamp: "2030-01-10T09:00:00Z",
        preserve_under_name: "before",
      },
    },
    response: { branch, operations: [operation] },
  },
  databases_list: {
    input: at,
    request: { method: "GET", path: `${branchPath}/databases` },
    response: { databases: [database] },
  },
  databases_create: {
    input: { ...at, name: "shop", ownerName: "neondb_owner" },
    request: {
      method: "POST",
      path: `${branchPath}/databases`,
      body: { database: { name: "shop", owner_name: "neondb_owner" } },
    },
    response: { database: { ...database, name: "shop" }, operations: [operation] },
    status: 201,
  },
  databases_delete: {
    input: { ...at, databaseName: "shop" },
    request: { method: "DELETE", path: `${branchPath}/databases/shop` },
    response: { database: { ...database, name: "shop" }, operations: [operation] },
  },
  roles_list: {
    input: at,
    request: { method: "GET", path: `${branchPath}/roles` },
    response: { roles: [{ branch_id: branch.id, name: "neondb_owner", protected: false }] },
  },
  connection_uris_get: {
    input: { projectId: project.id, database_name: "neondb", role_name: "neondb_owner", pooled: true },
    request: {
      method: "GET",
      path: `${path}/connection_uri`,
      query: { database_name: "neondb", role_name: "neondb_owner", pooled: "true" },
    },
    response: { uri: `postgresql://neondb_owner@${endpoint.host}/neondb?sslmode=require` },
  },
  endpoints_list: {
    input: { projectId: project.id },
    request: { method: "GET", path: `${path}/endpoints` },
    response: { endpoints: [endpoint] },
  },
  endpoints_start: {
    input: { projectId: project.id, endpointId: endpoint.id },
    request: { method: "POST", path: `${endpointPath}/start` },
    response: { endpoint: { ...endpoint, current_state: "active" }, operations: [operation] },
  },
  endpoints_suspend: {
    input: { projectId: project.id, endpointId: endpoint.id },
    request: { method: "POST", path: `${endpointPath}/suspend` },
    response: { endpoint, operations: [operation] },
  },
  operations_list: {
    input: { projectId: project.id, limit: 1 },
    request: { method: "GET", path: `${path}/operations`, query: { limit: "1" } },
    response: { operations: [operation], pagination: { cursor: "2030-01-10T09:00:00Z" } },
  },
};
