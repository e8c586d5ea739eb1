import type { ToolExample, ToolExamples } from "@bowline/catalog/application";

const zoneId = "023e105f4ecef8ad9ca31a8372d0c353";
const accountId = "01a7362d577a6c3019a474fd6f485823";
const recordId = "372e67954025e0ba6aaa6d586b9e0b59";
const databaseId = "f47ac10b-58cc-4372-a567-0e02b2c3d479";
const dnsPath = `/zones/${zoneId}/dns_records`;
const accountPath = `/accounts/${accountId}`;
const kvPath = `${accountPath}/storage/kv/namespaces/${zoneId}/values/greeting`;
const record = {
  id: recordId,
  name: "www.example.com",
  type: "A",
  content: "198.51.100.4",
  proxied: true,
  ttl: 1,
};
const ok = (result: ToolExample["response"]) => ({ success: true, errors: [], messages: [], result });

export const examples: ToolExamples = {
  zones_list: {
    input: { name: "example.com" },
    request: { method: "GET", path: "/zones", query: { name: "example.com" } },
    response: ok([{ id: zoneId, name: "example.com", status: "active" }]),
  },
  zones_get: {
    input: { zoneId },
    request: { method: "GET", path: `/zones/${zoneId}` },
    response: ok({
      id: zoneId,
      name: "example.com",
      status: "active",
      name_servers: ["tess.ns.cloudflare.com"],
    }),
  },
  dns_records_list: {
    input: { zoneId, type: "A", per_page: 100 },
    request: { method: "GET", path: dnsPath, query: { type: "A", per_page: "100" } },
    response: ok([record]),
  },
  dns_records_create: {
    input: { zoneId, type: "A", name: "www.example.com", content: "198.51.100.4", proxied: true },
    request: {
      method: "POST",
      path: dnsPath,
      body: { type: "A", name: "www.example.com", content: "198.51.100.4", ttl: 1, proxied: true },
    },
    response: ok(record),
  },
  dns_records_update: {
    input: { zoneId, recordId, content: "198.51.100.5" },
    request: { method: "PATCH", path: `${dnsPath}/${recordId}`, body: { content: "198.51.100.5" } },
    response: ok({ ...record, content: "198.51.100.5" }),
  },
  dns_records_delete: {
    input: { zoneId, recordId },
    request: { method: "DELETE", path: `${dnsPath}/${recordId}` },
    response: ok({ id: recordId }),
  },
  cache_purge: {
    input: { zoneId, files: ["https://www.example.com/style.css"] },
    request: {
      method: "POST",
      path: `/zones/${zoneId}/purge_cache`,
      body: { files: ["https://www.example.com/style.css"] },
    },
    response: ok({ id: zoneId }),
  },
  accounts_list: {
    input: { page: 1, per_page: 20 },
    request: { method: "GET", path: "/accounts", query: { page: "1", per_page: "20" } },
    response: ok([{ id: accountId, name: "Example", type: "standard" }]),
  },
  workers_list: {
    input: { accountId },
    request: { method: "GET", path: `${accountPath}/workers/scripts` },
    response: ok([{ id: "greeter", created_on: "2030-01-10T09:00:00Z" }]),
  },
  kv_namespaces_list: {
    input: { accountId },
    request: { method: "GET", path: `${accountPath}/storage/kv/namespaces` },
    response: ok([{ id: zoneId, title: "greetings" }]),
  },
  kv_values_get: {
    input: { accountId, namespaceId: zoneId, key: "greeting" },
    request: { method: "GET", path: kvPath },
    response: "Hello",
  },
  kv_values_set: {
    input: { accountId, namespaceId: zoneId, key: "greeting", value: "Hello", expiration_ttl: 3600 },
    request: { method: "PUT", path: kvPath, query: { expiration_ttl: "3600" }, body: "Hello" },
    response: { success: true, errors: [], messages: [] },
  },
  d1_databases_list: {
    input: { accountId, name: "shop" },
    request: { method: "GET", path: `${accountPath}/d1/database`, query: { name: "shop" } },
    response: ok([{ uuid: databaseId, name: "shop", version: "production" }]),
  },
  d1_query: {
    input: { accountId, databaseId, sql: "SELECT * FROM item WHERE id = ?", params: ["7"] },
    request: {
      method: "POST",
      path: `${accountPath}/d1/database/${databaseId}/query`,
      body: { sql: "SELECT * FROM item WHERE id = ?", params: ["7"] },
    },
    response: ok([{ success: true, results: [{ id: 7, name: "Rose" }], meta: { rows_read: 1 } }]),
  },
  r2_buckets_list: {
    input: { accountId },
    request: { method: "GET", path: `${accountPath}/r2/buckets` },
    response: ok({ buckets: [{ name: "photos", creation_date: "2030-01-10T09:00:00.000Z" }] }),
  },
  pages_projects_list: {
    input: { accountId },
    request: { method: "GET", path: `${accountPath}/pages/projects` },
    response: ok([{ id: databaseId, name: "my-site", subdomain: "my-site.pages.dev" }]),
  },
  tokens_verify: {
    input: {},
    request: { method: "GET", path: "/user/tokens/verify" },
    response: ok({ id: "ed17574386854bf78a67040be0a770b0", status: "active" }),
  },
};
