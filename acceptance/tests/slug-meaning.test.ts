import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hireActor, theAdmin, uniqueName } from "../support/actors.ts";
import { connect, importDownstream } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { proves } from "../support/proves.ts";
import type { ListOf, Tool, Toolset } from "../support/records.ts";

const admin = theAdmin();
let downstream: Downstream;
beforeAll(async () => {
  downstream = await startDownstream();
});
afterAll(() => downstream?.stop());

const responses = { "200": { description: "OK" } };

async function listSlugs(applicationSlug: string): Promise<string[]> {
  const { items } = await succeed<ListOf<Tool>>(admin.get("/v1/tools", { applicationSlug }));
  return items.map((tool) => tool.slug).toSorted();
}

/** The slugs for these operations, without the application's prefix. */
async function nameTools(operationIds: string[], slug = uniqueName("acc")): Promise<string[]> {
  const paths = Object.fromEntries(
    operationIds.map((operationId, index) => [`/things${index}`, { get: { operationId, responses } }]),
  );
  await importDownstream(downstream, { slug, paths });
  return (await listSlugs(slug)).map((each) => each.slice(slug.length + 1));
}

describe("a tool slug", () => {
  test("does not repeat the application's name", proves("slugs.not-repeated"), async () => {
    const slug = uniqueName("acc");
    expect(await nameTools([`${slug}.users.messages.send`], slug)).toEqual(["users_messages_send"]);
  });

  test("that is too long loses its small words", proves("slugs.small-words"), async () => {
    expect(await nameTools(["list_the_members_of_a_team_in_the_team_for_you"])).toEqual([
      "list_members_team_team_you",
    ]);
    expect(await nameTools(["list_the_members_of_a_team"])).toEqual(["list_the_members_of_a_team"]);
  });

  test("that is still too long is abbreviated", proves("slugs.abbreviated"), async () => {
    const [slug] = await nameTools(["delete_repository_environment_of_the_organization"]);
    expect(slug).toMatch(/^delete_.*_org$/);
  });

  test("ends in a hash when two are shortened to the same", proves("slugs.shortened-clash"), async () => {
    const slugs = await nameTools([
      "list_the_members_of_a_team_in_the_team_for_you",
      "list_members_of_the_team_and_the_team_with_a_you",
    ]);
    expect(slugs[0]).toBe("list_members_team_team_you");
    expect(slugs[1]).toMatch(/^list_members_team_team_you_[0-9a-f]{6}$/);
  });
});

describe("a slug that a toolset permits", () => {
  const operation = (method: string) => ({ [method]: { operationId: "do_it", responses } });

  /** Creates an actor with a toolset that permits the read-only tool `do_it`. */
  async function permitReading() {
    const application = await importDownstream(downstream, {
      schemes: ["headerKey"],
      paths: { "/public": operation("get") },
    });
    const caller = await hireActor();
    const { connectionId } = await connect(caller, application);
    const { slug: applicationSlug } = application;
    const toolSlugs = [application.tool("do_it")];
    const toolset = await succeed<Toolset>(
      caller.post("/v1/toolsets", { name: "x", connections: [{ connectionId, applicationSlug, toolSlugs }] }),
    );
    const run = (slug: string) =>
      caller.post(`/v1/tools/${slug}/execute`, {}, { query: { toolsetId: toolset.toolsetId } });
    return { application, slug: application.tool("do_it"), run };
  }

  test(
    "is not given to a DELETE after it was a GET",
    proves("slugs.meaning.no-more-dangerous", "slugs.meaning.toolset"),
    async () => {
      const { application, slug, run } = await permitReading();
      await succeed(run(slug));
      downstream.forget();
      await importDownstream(downstream, {
        slug: application.slug,
        schemes: ["headerKey"],
        paths: { "/anything": operation("delete") },
      });
      const [other = ""] = await listSlugs(application.slug);
      expect(other).not.toBe(slug);
      await refuse(run(slug), "NOT_FOUND");
      await refuse(run(other), "TOOL_NOT_PERMITTED");
      expect(downstream.requests).toEqual([]);
    },
  );

  test("stays when its operation moves and is not more dangerous", proves("slugs.meaning.kept"), async () => {
    const { application, slug, run } = await permitReading();
    await importDownstream(downstream, {
      slug: application.slug,
      schemes: ["headerKey"],
      paths: { "/anything": operation("get") },
    });
    expect(await listSlugs(application.slug)).toEqual([slug]);
    downstream.forget();
    await succeed(run(slug));
    expect(downstream.requests.map(({ path }) => path)).toEqual(["/anything"]);
  });
});
