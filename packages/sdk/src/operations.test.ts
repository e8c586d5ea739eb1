import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Bowline } from "./index.ts";
import type { Operations } from "./types.generated.ts";

const guid = "305f2e1a-3261-4c85-b813-29e757440bac";
const link = { applicationSlug: "github" };

/** The method of each operation. Types fail when one is missing. */
const methods = {
  getIdentity: (bowline: Bowline) => bowline.auth.whoami(),
  deleteProfile: (bowline: Bowline) => bowline.auth.deleteProfile(),
  listApplications: (bowline: Bowline) => bowline.applications.list(),
  getApplication: (bowline: Bowline) => bowline.applications.get("a"),
  importApplication: (bowline: Bowline) => bowline.applications.import({ source: "openapi", slug: "a" }),
  listImports: (bowline: Bowline) => bowline.applications.listImports(),
  getImport: (bowline: Bowline) => bowline.applications.getImport(1),
  updateApplication: (bowline: Bowline) => bowline.applications.update("a", {}),
  deleteApplication: (bowline: Bowline) => bowline.applications.delete("a", { force: true }),
  listOAuthClients: (bowline: Bowline) => bowline.applications.listOAuthClients(),
  getOAuthClient: (bowline: Bowline) => bowline.applications.getOAuthClient("a", 1),
  setOAuthClient: (bowline: Bowline) => bowline.applications.setOAuthClient("a", 1, { clientId: "c" }),
  deleteOAuthClient: (bowline: Bowline) => bowline.applications.deleteOAuthClient("a", 1),
  listApplicationChanges: (bowline: Bowline) => bowline.applications.listChanges("a"),
  acceptApplicationChange: (bowline: Bowline) => bowline.applications.acceptChange("a", 1),
  rejectApplicationChange: (bowline: Bowline) => bowline.applications.rejectChange("a", 1),
  getStatus: (bowline: Bowline) => bowline.status.get(),
  listProviders: (bowline: Bowline) => bowline.providers.list(),
  listTools: (bowline: Bowline) => bowline.tools.list({ search: "x" }),
  getTool: (bowline: Bowline) => bowline.tools.get("a_b"),
  getToolSchema: (bowline: Bowline) => bowline.tools.schema("a_b"),
  getToolResolution: (bowline: Bowline) => bowline.tools.resolve("a_b", { connectionId: 1 }),
  executeTool: (bowline: Bowline) => bowline.tools.execute("a_b"),
  listConnections: (bowline: Bowline) => bowline.connections.list(),
  getConnection: (bowline: Bowline) => bowline.connections.get(1),
  createConnection: (bowline: Bowline) =>
    bowline.connections.create({ ...link, authenticationId: 1, name: "n", fields: {} }),
  updateConnection: (bowline: Bowline) => bowline.connections.update(1, { name: "n" }),
  deleteConnection: (bowline: Bowline) => bowline.connections.delete(1),
  setDefaultConnection: (bowline: Bowline) => bowline.connections.setDefault(1),
  clearDefaultConnection: (bowline: Bowline) => bowline.connections.clearDefault(1),
  createConnectLink: (bowline: Bowline) => bowline.connections.createConnectLink(link),
  getSignInUrl: (bowline: Bowline) => bowline.connections.getSignInUrl(link),
  getSignInResult: (bowline: Bowline) => bowline.connections.getSignInResult({ state: "s" }),
  listConnectionObjects: (bowline: Bowline) => bowline.connections.listObjects(1),
  refreshObjects: (bowline: Bowline) => bowline.connections.refreshObjects(1),
  getRefreshStatus: (bowline: Bowline) => bowline.connections.getRefreshStatus(1),
  testConnection: (bowline: Bowline) => bowline.connections.test(1),
  listToolsets: (bowline: Bowline) => bowline.toolsets.list(),
  getToolset: (bowline: Bowline) => bowline.toolsets.get(guid),
  createToolset: (bowline: Bowline) => bowline.toolsets.create({ name: "n" }),
  updateToolset: (bowline: Bowline) => bowline.toolsets.update(guid, {}),
  deleteToolset: (bowline: Bowline) => bowline.toolsets.delete(guid),
  listExecutions: (bowline: Bowline) => bowline.executions.list(),
  getHistorySummary: (bowline: Bowline) => bowline.executions.summary({ groupBy: "tool" }),
  getExecution: (bowline: Bowline) => bowline.executions.get(1),
  listApprovals: (bowline: Bowline) => bowline.approvals.list(),
  getApproval: (bowline: Bowline) => bowline.approvals.get(guid),
  approveApproval: (bowline: Bowline) => bowline.approvals.approve(guid),
  denyApproval: (bowline: Bowline) => bowline.approvals.deny(guid, { reason: "no" }),
  listApiKeys: (bowline: Bowline) => bowline.apiKeys.list(),
  createApiKey: (bowline: Bowline) => bowline.apiKeys.create({ name: "n" }),
  deleteApiKey: (bowline: Bowline) => bowline.apiKeys.delete(1),
  listMembers: (bowline: Bowline) => bowline.members.list(),
  createMember: (bowline: Bowline) =>
    bowline.members.create({ kind: "service", fullName: "n", email: "a@example.com", role: "Member" }),
  updateMember: (bowline: Bowline) => bowline.members.update(1, {}),
  deleteMember: (bowline: Bowline) => bowline.members.delete(1),
  createInvitation: (bowline: Bowline) => bowline.members.createInvitation(1),
  endMemberSessions: (bowline: Bowline) => bowline.members.endSessions(1),
  listClients: (bowline: Bowline) => bowline.clients.list(),
  createClient: (bowline: Bowline) => bowline.clients.create({ name: "n", accountUserId: 1, scopes: [] }),
  deleteClient: (bowline: Bowline) => bowline.clients.delete("bwc_1"),
  listGrants: (bowline: Bowline) => bowline.grants.list(),
  deleteGrant: (bowline: Bowline) => bowline.grants.delete(1),
} satisfies { [Id in keyof Operations]: (bowline: Bowline) => PromiseLike<unknown> };

interface Described {
  operationId: string;
  parameters?: { name: string; in: string }[];
  requestBody?: object;
}

const document = JSON.parse(readFileSync(`${import.meta.dirname}/../../../docs/openapi.json`, "utf8"));
const described = Object.entries<Record<string, Described>>(document.paths).flatMap(([path, byMethod]) =>
  Object.entries(byMethod).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    ...operation,
  })),
);

test.each(described)("$operationId is sent as $method $path", async (operation) => {
  const sent: { url: URL; init: RequestInit }[] = [];
  const bowline = new Bowline({
    apiKey: "bwl_key",
    baseUrl: "http://localhost:1",
    fetch: async (url, init = {}) => {
      sent.push({ url: new URL(String(url)), init });
      return Response.json({ isSuccess: true, items: [], totalCount: 0, offset: 0, top: 100 });
    },
  });
  await methods[operation.operationId as keyof Operations](bowline);
  expect(sent).toHaveLength(1);
  const [{ url, init }] = sent as [(typeof sent)[number]];
  expect(init.method).toBe(operation.method);
  expect(url.pathname).toMatch(new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`));
  const known = (operation.parameters ?? []).filter((one) => one.in === "query").map(({ name }) => name);
  expect(known).toEqual(expect.arrayContaining([...url.searchParams.keys()]));
  if (operation.requestBody === undefined) {
    expect(init.body).toBeUndefined();
  } else {
    expect(JSON.parse(String(init.body))).toBeTypeOf("object");
  }
});
