import fc from "fast-check";
import { makeKey } from "./actors.ts";
import { connect, execute, type ImportedApplication, importDownstream } from "./applications.ts";
import { type Caller, succeed } from "./caller.ts";
import type { Downstream } from "./downstream.ts";
import { operations } from "./downstream-operations.ts";
import type { FuzzWorld } from "./fuzz-request.ts";
import { startImport } from "./imports.ts";
import type { PublishedDocument } from "./published-schema.ts";
import type { Member, Toolset } from "./records.ts";

/** The operations without those that an input can make slow or huge. */
const { "/slow": _slow, "/large": _large, ...paths } = operations;
const smallDocument = {
  openapi: "3.1.0",
  info: { title: "Small", version: "1" },
  servers: [{ url: "http://127.0.0.1:9" }],
  paths: { "/ping": { get: { operationId: "ping", responses: {} } } },
};
const schemes = ["bearerAuth", "basicAuth", "queryKey", "signIn"];

/** Creates resources of every kind that requests can name. */
export async function makeFuzzWorld(
  admin: Caller,
  downstream: Downstream,
  document: PublishedDocument,
): Promise<FuzzWorld> {
  downstream.items = Array.from({ length: 5 }, (_, id) => ({ id, name: `Item ${id}`, due: null }));
  const application = await importDownstream(downstream, { admin, paths, schemes });
  const known = await createKnownResources(admin, application);
  const spare = [];
  for (let count = 0; count < 3; count++) {
    spare.push(await importDownstream(downstream, { admin, schemes }));
  }
  const deletable = await createDeletable(admin, application, known.accountUserId[0] ?? 0);
  return {
    document,
    known,
    knownInBody: { slug: ["fuzzed", "fuzzed-too"], document: [smallDocument] },
    deletable: { ...deletable, slug: spare.map(({ slug }) => slug) },
    goodBodies: chooseGoodBodies(application, known.accountUserId),
  };
}

function chooseGoodBodies(
  application: ImportedApplication,
  accountUserIds: number[],
): FuzzWorld["goodBodies"] {
  const bearer = application.record.authentications.find((method) => method.type === "bearer");
  return {
    "POST /v1/clients": fc.constant({
      name: "Good",
      accountUserId: accountUserIds[0],
      scopes: ["tools:read"],
    }),
    "POST /v1/applications": fc.constant({ source: "openapi", slug: "fuzzed", document: smallDocument }),
    "POST /v1/connections": fc.constant({
      applicationSlug: application.slug,
      authenticationId: bearer?.authenticationId,
      fields: { token: "some-token" },
    }),
    "POST /v1/members": fc.uuid().map((id) => ({
      kind: "service",
      fullName: "Good",
      email: `${id}@example.com`,
      role: "Member",
    })),
  };
}

async function createKnownResources(admin: Caller, application: ImportedApplication) {
  const connection = await connect(admin, application, { isDefault: true });
  const another = await connect(admin, application, { type: "basic", fields: { username: "u" } });
  const toolSlugs = [
    "list_items",
    "create_item",
    "get_item",
    "read_anything",
    "send_styles",
    "send_clash",
    "send_form",
    "send_multipart",
    "send_text",
    "send_binary",
    "send_array",
    "get_status",
    "read_rubbish",
    "read_public",
  ].map(application.tool);
  const entry = { connectionId: connection.connectionId, applicationSlug: application.slug, toolSlugs };
  const toolset = await succeed<Toolset>(admin.post("/v1/toolsets", { name: "Fuzz", connections: [entry] }));
  const { historyId } = await execute(admin, application.tool("list_items"));
  const { accountUserId } = await succeed<Member>(
    admin.post("/v1/members", { kind: "service", fullName: "S", email: "s@example.com", role: "Member" }),
  );
  const person = await succeed<Member>(
    admin.post("/v1/members", { kind: "person", fullName: "P", email: "p@example.com", role: "Member" }),
  );
  const names = ["id", "name", "due", "title", "lines", "body", "itemId", "code", "__proto__", "name.length"];
  return {
    slug: [application.slug],
    applicationSlug: [application.slug],
    toolSlug: toolSlugs,
    toolSlugs: [toolSlugs, []],
    connectionId: [connection.connectionId, another.connectionId],
    connections: [[entry], []],
    authenticationId: application.record.authentications.map((method) => method.authenticationId),
    environment: application.record.authentications[0]?.environments ?? [],
    toolsetId: [toolset.toolsetId, toolset.toolsetId.toUpperCase()],
    historyId: [historyId],
    before: [historyId],
    importId: [await startImport(admin, { slug: "fuzzed-behind", document: smallDocument })],
    approvalId: await createApprovals(admin, entry, application.tool("create_item")),
    accountUserId: [accountUserId, person.accountUserId],
    apiKeyId: [1],
    fieldName: ["region", "tenant", "token", ...names],
    fields: [
      { title: "x" },
      { itemId: 1 },
      { code: 404 },
      { token: "some-token" },
      { name: "a", name_body: "b" },
      { plain: ["a"], label: ["b"], matrix: ["c"] },
      {},
    ],
    orderDirection: [1, -1],
    source: ["openapi"],
    view: ["full", "summary"],
    search: ["item", "list the items"],
  };
}

/** Approvals that wait, of calls through a toolset of their own. */
async function createApprovals(admin: Caller, entry: object, tool: string): Promise<string[]> {
  const body = { name: "Held", connections: [entry], settings: { approvals: "all" } };
  const { toolsetId } = await succeed<Toolset>(admin.post("/v1/toolsets", body));
  const approvalIds: string[] = [];
  for (let count = 0; count < 20; count++) {
    const fields = { title: `Held ${count}` };
    const { headers } = await admin.post(`/v1/tools/${tool}/execute`, { fields }, { query: { toolsetId } });
    approvalIds.push(headers["x-bowline-approval-id"] ?? "");
  }
  return approvalIds;
}

async function createDeletable(admin: Caller, application: ImportedApplication, owner: number) {
  const connectionId: number[] = [];
  const toolsetId: string[] = [];
  const apiKeyId: number[] = [];
  const accountUserId: number[] = [];
  const clientId: string[] = [];
  for (let count = 0; count < 20; count++) {
    connectionId.push((await connect(admin, application, { type: "bearer" })).connectionId);
    toolsetId.push(
      (await succeed<Toolset>(admin.post("/v1/toolsets", { name: `Spare ${count}` }))).toolsetId,
    );
    apiKeyId.push((await makeKey(admin, { name: `Spare ${count}` })).apiKeyId);
    const body = {
      kind: "service",
      fullName: `Spare ${count}`,
      email: `s${count}@example.com`,
      role: "Member",
    };
    accountUserId.push((await succeed<Member>(admin.post("/v1/members", body))).accountUserId);
    const client = { name: `Spare ${count}`, accountUserId: owner, scopes: ["tools:read"] };
    clientId.push((await succeed<{ clientId: string }>(admin.post("/v1/clients", client))).clientId);
  }
  return { connectionId, toolsetId, apiKeyId, accountUserId, clientId };
}
