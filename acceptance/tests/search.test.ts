import { beforeAll, describe, expect, test } from "vitest";
import { type Actor, hireActor, theAdmin, uniqueName } from "../support/actors.ts";
import { type Caller, refuse, succeed } from "../support/caller.ts";
import { hostileTexts } from "../support/hostile-values.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection, ListOf, Tool } from "../support/records.ts";

/** Described as technically as real documents are. */
const requests: Record<string, string> = {
  "POST /tickets": "Ticket resource: POST",
  "GET /tickets": "Ticket resource: GET collection",
  "GET /tickets/{id}": "Ticket resource: GET",
  "PATCH /tickets/{id}": "Ticket resource: PATCH. Sets fields such as state.",
  "DELETE /tickets/{id}": "Ticket resource: DELETE",
  "GET /user/projects": "Projects of the authenticated user",
  "GET /projects": "Projects",
  "POST /charges/{id}/refund": "Charge resource: refund",
  "GET /charges": "Charge resource: GET collection",
  "POST /messages/send": "Message resource: POST",
};

let caller: Actor;
let desk: string;
let twin: string;
beforeAll(async () => {
  desk = uniqueName("desk");
  twin = uniqueName("desk");
  const admin = theAdmin();
  await importRequests(admin, desk);
  await importRequests(admin, twin);
  caller = await hireActor();
});

async function importRequests(admin: Caller, slug: string): Promise<void> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [request, description] of Object.entries(requests)) {
    const [method = "", path = ""] = request.toLowerCase().split(" ");
    paths[path] = { ...paths[path], [method]: { description, responses: { 200: { description: "OK" } } } };
  }
  const document = {
    openapi: "3.1.0",
    info: { title: slug, version: "1" },
    servers: [{ url: "https://api.example.com" }],
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    security: [{ token: [] }],
    paths,
  };
  await succeed(admin.post("/v1/applications", { source: "openapi", slug, document }));
}

/** The slugs that a search finds, best first. */
async function search(query: string, applicationSlug?: string): Promise<string[]> {
  const page = await succeed<ListOf<Tool>>(
    caller.get("/v1/tools", { search: query, top: 50, ...(applicationSlug && { applicationSlug }) }),
  );
  return page.items.map(({ slug }) => slug);
}

describe("A search for tools", () => {
  test.each([
    ["create an issue", "post_tickets"],
    ["which bugs are there", "get_tickets"],
    ["close an issue", "patch_tickets_id"],
    ["get rid of a ticket", "delete_tickets_id"],
    ["give the money back for a payment", "post_charges_id_refund"],
    ["send a mail", "post_messages_send"],
  ])(
    "of a plain sentence finds the tool first: %s",
    proves("search.plain-words", "search.action"),
    async (query, operation) => {
      expect((await search(query, desk))[0]).toBe(`${desk}_${operation}`);
    },
  );

  test("for my things prefers those of the caller", proves("search.own-things"), async () => {
    expect((await search("list my projects", desk))[0]).toBe(`${desk}_get_user_projects`);
    expect((await search("list all projects", desk))[0]).toBe(`${desk}_get_projects`);
  });

  test("understands typing mistakes", proves("search.typing-mistakes"), async () => {
    expect((await search("delete a tikcet", desk))[0]).toBe(`${desk}_delete_tickets_id`);
  });

  test("prefers applications that the caller is connected to", proves("search.connected"), async () => {
    const tools = [desk, twin].map((slug) => `${slug}_post_tickets`);
    expect(await search("create a ticket")).toEqual(expect.arrayContaining(tools));
    for (const slug of [twin, desk]) {
      const { authentications } = await succeed<Application>(caller.get(`/v1/applications/${slug}`));
      const { connectionId } = await succeed<Connection>(
        caller.post("/v1/connections", {
          applicationSlug: slug,
          authenticationId: authentications[0]?.authenticationId,
          fields: { token: "not-a-secret" },
        }),
      );
      const found = await search("create a ticket");
      expect(found.filter((tool) => tools.includes(tool))[0]).toBe(`${slug}_post_tickets`);
      await succeed(caller.delete(`/v1/connections/${connectionId}`));
    }
  });

  test("takes any text", proves("search.any-text"), async () => {
    const texts = [
      "a ".repeat(250),
      "\u0301".repeat(500),
      "turn ".repeat(100),
      "🎟️".repeat(100),
      ...hostileTexts,
    ];
    for (const text of texts.filter((each) => each.isWellFormed() && !each.includes("\0"))) {
      await succeed(caller.get("/v1/tools", { search: text.slice(0, 500), top: 1 }));
    }
    await refuse(caller.get("/v1/tools", { search: "x".repeat(501) }), "VALIDATION_ERROR", ["search"]);
  });
});
