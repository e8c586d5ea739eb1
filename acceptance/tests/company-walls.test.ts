import { beforeAll, expect, test } from "vitest";
import { issueCode } from "../authorization-server/support/nodes.ts";
import { signInPerson } from "../authorization-server/support/person-flow.ts";
import { makeServiceClient } from "../authorization-server/support/token-client.ts";
import { type Actor, makeKey, uniqueName } from "../support/actors.ts";
import { connect, execute, type ImportedApplication, importDownstream } from "../support/applications.ts";
import { type Caller, createKeyCaller, succeed } from "../support/caller.ts";
import { openCompany } from "../support/companies.ts";
import { startDownstream } from "../support/downstream.ts";
import { startImport } from "../support/imports.ts";
import { describeOwnServer, type OwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import { fillPath, readPublishedOperations } from "../support/published-contract.ts";
import type { ListOf, Toolset } from "../support/records.ts";

/** What a path can name, by parameter: something of the first company for each. */
type Named = Record<string, string>;

describeOwnServer("an Admin of another company", () => {
  const own = useOwnServer();
  let named: Named;
  let stranger: Caller;

  beforeAll(async () => {
    named = await furnish(own);
    stranger = (await openCompany(own.server, "Strangers")).caller;
  });

  test(
    "is refused whatever a path names of this one, by every operation",
    proves("companies.walls"),
    async () => {
      const operations = await readPublishedOperations(own.server.baseUrl);
      const naming = operations.filter(({ parameters }) => parameters.length > 0);
      expect(naming.length).toBeGreaterThan(30);
      for (const { method, path, parameters, takesBody, sampleBody, needsQuery } of naming) {
        expect(Object.keys(named), path).toEqual(expect.arrayContaining(parameters.map(({ name }) => name)));
        const options = {
          ...(takesBody && { body: sampleBody }),
          ...(needsQuery && { query: { state: "x" } }),
        };
        const response = await stranger.send(method, fillPath(path, named), options);
        expect([403, 404], `${method} ${path}: ${response.text}`).toContain(response.status);
      }
    },
  );

  test("lists nothing of this one", proves("companies.walls"), async () => {
    const operations = await readPublishedOperations(own.server.baseUrl);
    const lists = operations.filter(
      ({ method, parameters, needsQuery }) => method === "GET" && parameters.length === 0 && !needsQuery,
    );
    const { toolSlug = "", slug = "", toolsetId = "", approvalId = "", clientId = "" } = named;
    for (const { path } of lists) {
      const { text, status } = await stranger.get(path);
      expect(status, path).toBe(200);
      for (const name of [slug, toolSlug, toolsetId, approvalId, clientId, ownName]) {
        expect(text, path).not.toContain(name);
      }
    }
    const history = await succeed<ListOf<unknown>>(stranger.get("/v1/executions"));
    expect(history).toMatchObject({ items: [], totalCount: 0 });
    expect(await succeed(stranger.get("/v1/executions/Summary"))).toMatchObject({ count: 0 });
  });
});

/** Stands in names of members, connections and keys of the first company. */
const ownName = uniqueName("furnished");

/** Makes something of everything that a path can name. */
async function furnish(own: OwnServer): Promise<Named> {
  const downstream = await startDownstream();
  const { admin } = own;
  const application = await importDownstream(downstream, { admin });
  const actor = await own.hire();
  const { connectionId } = await connect(actor, application, { name: ownName, isDefault: true });
  const { historyId } = await execute(actor, application.tool("list_items"));
  const { toolsetId, approvalId } = await holdBack(own, actor, application, connectionId);
  await downstream.stop();
  const { apiKeyId } = await makeKey(admin, { name: ownName, accountUserId: actor.accountUserId });
  const { clientId } = await makeServiceClient(["tools:read"], { admin });
  const importing = { source: "sql", slug: uniqueName("x"), dialect: "postgresql" };
  return {
    connectionId: String(connectionId),
    toolsetId,
    approvalId,
    apiKeyId: String(apiKeyId),
    accountUserId: String(actor.accountUserId),
    historyId: String(historyId),
    importId: String(await startImport(admin, importing)),
    slug: application.slug,
    toolSlug: application.tool("list_items"),
    authenticationId: String(application.record.authentications[0]?.authenticationId),
    changeId: "1",
    clientId,
    grantId: await allowProgram(own),
  };
}

/** A call of a service member's agent that waits for an approval, which Admins of its company decide, too. */
async function holdBack(
  { server }: OwnServer,
  actor: Actor,
  { slug: applicationSlug, tool }: ImportedApplication,
  connectionId: number,
): Promise<{ toolsetId: string; approvalId: string }> {
  const toolSlug = tool("create_item");
  const connections = [{ connectionId, applicationSlug, toolSlugs: [toolSlug] }];
  const body = { name: ownName, connections, settings: { approvals: "writes" } };
  const { toolsetId } = await succeed<Toolset>(actor.post("/v1/toolsets", body));
  const { apiKey } = await makeKey(actor, { name: ownName, toolsetId });
  const agent = createKeyCaller(apiKey, server);
  const { headers } = await agent.post(`/v1/tools/${toolSlug}/execute`, { fields: { title: "x" } });
  return { toolsetId, approvalId: headers["x-bowline-approval-id"] ?? "" };
}

async function allowProgram({ admin, server }: OwnServer): Promise<string> {
  const { browser } = await signInPerson("Member", admin);
  await issueCode(server.baseUrl, browser);
  const { items } = await succeed<ListOf<{ grantId: number }>>(admin.get("/v1/grants"));
  return String(items[0]?.grantId);
}
