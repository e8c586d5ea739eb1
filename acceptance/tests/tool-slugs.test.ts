import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { theAdmin, uniqueName } from "../support/actors.ts";
import { importDownstream } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { proves } from "../support/proves.ts";
import type { ListOf, Tool } from "../support/records.ts";

const admin = theAdmin();
let downstream: Downstream;
beforeAll(async () => {
  downstream = await startDownstream();
});
afterAll(() => downstream?.stop());

const responses = { "200": { description: "OK" } };

/** The slugs of these operations, in the order of their paths. */
async function nameTools(slug: string, operationIds: (string | undefined)[]): Promise<string[]> {
  const entries = operationIds.map((operationId, index) => {
    const get = operationId === undefined ? { responses } : { operationId, responses };
    return [
      `/things${index}/{thingId}`,
      { parameters: [thingId], get: { ...get, summary: `Thing ${index}` } },
    ];
  });
  await importDownstream(downstream, { slug, schemes: [], paths: Object.fromEntries(entries) });
  const { items } = await succeed<ListOf<Tool>>(admin.get("/v1/tools", { applicationSlug: slug }));
  return operationIds.map(
    (_, index) =>
      items.find(({ name, description }) => `${name} ${description}`.includes(`Thing ${index}`))?.slug ?? "",
  );
}

const thingId = { name: "thingId", in: "path", required: true, schema: { type: "string" } };

describe("a tool slug", () => {
  test("is the application and the operation in snake case", proves("slugs.tool", "tools.slug"), async () => {
    const slug = uniqueName("acc");
    const slugs = await nameTools(slug, [
      "getUserById",
      "issues/list-for-repo",
      "Users.Create",
      "delete_item",
    ]);
    expect(slugs).toEqual([
      `${slug}_get_user_by_id`,
      `${slug}_issues_list_for_repo`,
      `${slug}_users_create`,
      `${slug}_delete_item`,
    ]);
  });

  test("has an underscore for the application's dash", proves("slugs.dash"), async () => {
    const slug = `${uniqueName("acc")}-x`;
    expect(await nameTools(slug, ["ping"])).toEqual([`${slug.replace("-", "_")}_ping`]);
  });

  test("is cut at a word and ends in a hash", proves("slugs.cut"), async () => {
    const slug = uniqueName("acc");
    const operationId = "one_two_three_four_five_six_seven_eight_nine_ten_eleven_twelve";
    const full = `${slug}_${operationId}`;
    const [cut = ""] = await nameTools(slug, [operationId]);
    expect(cut.length).toBeLessThanOrEqual(48);
    const [, head = "", tail = ""] = /^(.*)_([0-9a-f]{6})$/.exec(cut) ?? [];
    expect(full.startsWith(`${head}_`)).toBe(true);
    expect(createHash("sha256").update(full).digest("hex").startsWith(tail)).toBe(true);
  });

  test("is made from method and path without an operationId", proves("slugs.no-operation-id"), async () => {
    const slug = uniqueName("acc");
    const [made] = await nameTools(slug, [undefined]);
    expect(made).toMatch(new RegExp(`^${slug}_[a-z0-9_]*get[a-z0-9_]*$`));
    expect(made).toContain("things0");
  });

  test("is unique, whatever the operation names are", proves("slugs.unique", "slugs.form"), async () => {
    const slug = uniqueName("acc");
    const within = await nameTools(slug, ["same", "same", "Same", undefined]);
    const across = await nameTools(`${slug}-deep`, ["ping"]);
    const clashing = await nameTools(slug, ["same", "deep_ping", "Same", undefined]);
    expect(new Set(within).size).toBe(4);
    expect(clashing).not.toContain(across[0]);
    for (const each of [...within, ...across, ...clashing]) {
      expect(each).toMatch(/^[a-z][a-z0-9_]{0,47}$/);
    }
  });
});

describe("a published slug", () => {
  const operation = (operationId: string) => ({ get: { operationId, responses } });
  const reached = async (slug: string) => {
    downstream.forget();
    await succeed(admin.post(`/v1/tools/${slug}/execute`, {}));
    return downstream.requests[0]?.path;
  };

  test("names its operation after the operation moved to another path", proves("slugs.alias"), async () => {
    const { slug, tool } = await importDownstream(downstream, {
      schemes: [],
      paths: { "/public": operation("read_it") },
    });
    await importDownstream(downstream, { slug, schemes: [], paths: { "/anything": operation("read_it") } });
    expect(await reached(tool("read_it"))).toBe("/anything");
  });

  test(
    "is not given to another operation, whatever its name is",
    proves("slugs.never-reused", "slugs.never-renamed", "slugs.unique"),
    async () => {
      const before = { "/public": operation("read_it") };
      const { slug, tool } = await importDownstream(downstream, { schemes: [], paths: before });
      const after = { "/public": operation("read_other"), "/anything": operation("read_it") };
      const again = await importDownstream(downstream, { slug, schemes: [], paths: after });
      expect(again.result.toolCount).toBe(2);
      expect(await reached(tool("read_it"))).toBe("/public");
      const { items } = await succeed<ListOf<Tool>>(admin.get("/v1/tools", { applicationSlug: slug }));
      const other = items.map((item) => item.slug).filter((each) => each !== tool("read_it"));
      expect(other).toHaveLength(1);
      expect(await reached(other[0] ?? "")).toBe("/anything");
    },
  );
});

describe("applicationSlug on execute", () => {
  test(
    "finds a tool by its bare operation name",
    proves("slugs.bare", "slugs.bare-alone", "slugs.matching-application"),
    async () => {
      const { slug, tool } = await importDownstream(downstream, { schemes: [] });
      const query = { applicationSlug: slug };
      await succeed(admin.post("/v1/tools/read_public/execute", {}, { query }));
      await succeed(admin.post(`/v1/tools/${tool("read_public")}/execute`, {}, { query }));
      await refuse(admin.post("/v1/tools/read_public/execute", {}), "NOT_FOUND");
      await refuse(admin.post("/v1/tools/no_such_operation/execute", {}, { query }), "NOT_FOUND");
    },
  );

  test("that differs from the slug's application is 400", proves("slugs.differing-application"), async () => {
    const [one, two] = [await importDownstream(downstream), await importDownstream(downstream)];
    const query = { applicationSlug: two.slug };
    const path = `/v1/tools/${one.tool("read_public")}/execute`;
    await refuse(admin.post(path, {}, { query }), "VALIDATION_ERROR", ["applicationSlug"]);
  });

  test("that is unknown is 404", proves("slugs.unknown-application"), async () => {
    const query = { applicationSlug: uniqueName("none") };
    await refuse(admin.post("/v1/tools/read_public/execute", {}, { query }), "NOT_FOUND");
  });
});
