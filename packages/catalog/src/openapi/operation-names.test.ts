import { describe, expect, it } from "vitest";
import type { PublishedSlug } from "../published-slug.ts";
import { cutToolSlug } from "../slugs.ts";
import { nameOperations } from "./operation-names.ts";

type Declared = [place: string, operationId?: string];

function nameAll(declared: Declared[], published = new Map<string, PublishedSlug>(), application = "shop") {
  const operations = declared.map(([place, operationId]) => {
    const [method = "", path = ""] = place.split(" ");
    return { method, path, declaration: { operationId }, pathItem: {} };
  });
  return nameOperations(application, operations, published).map(({ slug, operation }) => [slug, operation]);
}

const slugsOf = (...given: Parameters<typeof nameAll>) => nameAll(...given).map(([slug]) => slug);

const reading = (slug: string): PublishedSlug => ({ slug, isReadOnly: true, isDestructive: false });
const writing = (slug: string): PublishedSlug => ({ slug, isReadOnly: false, isDestructive: false });
const destroying = (slug: string): PublishedSlug => ({ slug, isReadOnly: false, isDestructive: true });

describe("names of operations", () => {
  it("come from the operationId, else from method and path", () => {
    expect(nameAll([["GET /things/{id}", "getThing"], ["DELETE /things/{id}"]])).toEqual([
      ["shop_get_thing", "get_thing"],
      ["shop_delete_things_id", "delete_things_id"],
    ]);
  });

  it("do not repeat the application's name", () => {
    expect(nameAll([["GET /a", "shop.items.list"]])).toEqual([["shop_items_list", "items_list"]]);
  });

  it("when two are equal, the first keeps it and the other comes from method and path", () => {
    expect(
      nameAll([
        ["GET /a", "list"],
        ["GET /b", "list"],
        ["GET /b/", "List"],
      ]),
    ).toEqual([
      ["shop_list", "list"],
      ["shop_get_b", "get_b"],
      ["shop_get_b_13f95c", "get_b_13f95c"],
    ]);
  });

  it("that are shortened to the same slug get a hash, and a name that fits comes first", () => {
    const [long, longer] = [
      "listEveryOrganizationOfTheUserWithItsMembersByName",
      "listEveryOrganizationForUserOfItsMembersOrTheName",
    ];
    const short = "listEveryOrgUserItsMembersName";
    const [one, two, three] = slugsOf([
      ["GET /a", long],
      ["GET /b", longer],
      ["GET /c", short],
    ]);
    expect(three).toBe("shop_list_every_org_user_its_members_name");
    expect(one).toMatch(/^shop_list_every_org_user_its_members_name_[0-9a-f]{6}$/);
    expect(two).toMatch(/^shop_list_every_org_user_its_members_name_[0-9a-f]{6}$/);
    expect(one).not.toBe(two);
  });

  it("that end in path and method, as FastAPI makes them, are shortened to the function's name", () => {
    const operationId = "get_sample_audio_v1_voices__voice_id__samples__sample_id__audio_get";
    expect(nameAll([["GET /v1/voices/{voice_id}/samples/{sample_id}/audio", operationId]])).toEqual([
      ["shop_get_sample_audio", "get_sample_audio_v1_voices_voice_id_samples_sample_id_audio_get"],
    ]);
  });

  it("that follow long paths lose the parameters before the last segment, when nothing else makes them fit", () => {
    const webhooks = "/companies/{companyId}/merchants/{merchantId}/webhooks";
    expect(
      slugsOf([
        [`GET ${webhooks}`],
        [`GET ${webhooks}/{webhookId}`],
        [
          `POST ${webhooks}/{webhookId}/test`,
          "postCompaniesCompanyIdMerchantsMerchantIdWebhooksWebhookIdTest",
        ],
        [`POST ${webhooks}/{webhookId}/confirmations/{confirmationId}/attempts`],
      ]),
    ).toEqual([
      "shop_get_companies_merchants_webhooks",
      "shop_get_companies_merchants_webhooks_webhook_id",
      "shop_post_companies_merchants_webhooks_test",
      "shop_post_companies_merchants_webhooks_c4517c",
    ]);
  });

  it("that list the parameters of their path lose them, when nothing else makes them fit", () => {
    expect(
      slugsOf([
        [
          "PUT /cards/{idCard}/checklist/{idChecklist}/checkItem/{idCheckItem}/state",
          "updateCardsChecklistCheckItemStateByIdCardByIdChecklistByIdCheckItem",
        ],
        [
          "GET /reports/{payrollAdministrationId}/{reportPeriodId}",
          "getInsuranceReportsByPayrollAdministrationIdAndReportPeriodId",
        ],
        ["GET /users/{organizationId}", "getUsersByOrganizationId"],
      ]),
    ).toEqual([
      "shop_update_cards_checklist_check_item_state",
      "shop_get_insurance_reports",
      "shop_get_users_by_organization_id",
    ]);
  });
});

describe("a published slug", () => {
  it("stays with its operation, and nothing else takes it", () => {
    const published = new Map([["GET /b", reading("shop_list")]]);
    expect(
      nameAll(
        [
          ["GET /a", "list"],
          ["GET /b", "listAll"],
        ],
        published,
      ),
    ).toEqual([
      ["shop_get_a", "list"],
      ["shop_list", "list_all"],
    ]);
  });

  it("does not change the operation's name: a second import gives the same", () => {
    const moved = new Map([
      ["GET /a2", reading("shop_get_a")],
      ["DELETE /a2", destroying("shop_delete_a")],
    ]);
    const declared: Declared[] = [
      ["GET /a", "deleteA"],
      ["DELETE /a", "getA"],
    ];
    const first = nameAll(declared, moved);
    expect(first).toEqual([
      ["shop_delete_a", "delete_a"],
      [expect.stringMatching(/^shop_delete_a_[0-9a-f]{6}$/), "get_a"],
    ]);
    const published = new Map([
      ["GET /a", reading("shop_delete_a")],
      ["DELETE /a", destroying(first[1]?.[0] ?? "")],
      ["GET /a2", reading("shop_get_a")],
    ]);
    expect(nameAll(declared, published)).toEqual(first);
  });

  it("made by an earlier rule is kept, even when the operation has moved", () => {
    const name = "repos_create_or_update_environment_protection_rule";
    const old = cutToolSlug("shop-of-github", name);
    expect(old).toMatch(/_[0-9a-f]{6}$/);
    const published = new Map([["POST /old", destroying(old)]]);
    expect(slugsOf([["POST /old", name]], published, "shop-of-github")).toEqual([old]);
    expect(slugsOf([["POST /new", name]], published, "shop-of-github")).toEqual([old]);
    expect(slugsOf([["POST /new", name]], new Map(), "shop-of-github")).not.toEqual([old]);
  });

  it.each([
    ["reads", reading("shop_do_it"), "GET", true],
    ["reads", reading("shop_do_it"), "POST", false],
    ["reads", reading("shop_do_it"), "DELETE", false],
    ["writes", writing("shop_do_it"), "GET", true],
    ["writes", writing("shop_do_it"), "PATCH", false],
    ["destroys", destroying("shop_do_it"), "PATCH", true],
    ["writes", writing("shop_do_it"), "DELETE", false],
    ["destroys", destroying("shop_do_it"), "DELETE", true],
  ])("of an operation that %s moves only to one that is no more dangerous (%#)", (_, old, method, passes) => {
    const [slug] = slugsOf([[`${method} /new`, "doIt"]], new Map([["GET /old", old]]));
    expect(slug).toBe(passes ? "shop_do_it" : `shop_${method.toLowerCase()}_new`);
  });

  it("that may not move gives the new operation another one, with a hash if necessary", () => {
    const published = new Map([
      ["GET /old", reading("shop_do_it")],
      ["GET /older", reading("shop_delete_new")],
    ]);
    expect(slugsOf([["DELETE /new", "doIt"]], published)).toEqual([
      expect.stringMatching(/^shop_delete_new_[0-9a-f]{6}$/),
    ]);
  });
});
