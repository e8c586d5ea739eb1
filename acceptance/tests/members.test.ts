import { describe, expect, test } from "vitest";
import { hireActor, theAdmin, uniqueName } from "../support/actors.ts";
import { connect, importDownstream } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { startDownstream } from "../support/downstream.ts";
import { proves } from "../support/proves.ts";
import type { Identity, ListOf, Member } from "../support/records.ts";

function describePerson(kind: string) {
  return { kind, fullName: "Robin Example", email: `${uniqueName("robin")}@example.com`, role: "Member" };
}

describe("POST /v1/members", () => {
  test("creates a service member", proves("members.create.service", "identity.account-user-id"), async () => {
    const first = await succeed<Member>(theAdmin().post("/v1/members", describePerson("service")));
    const second = await succeed<Member>(theAdmin().post("/v1/members", describePerson("service")));
    expect(Number.isSafeInteger(first.accountUserId)).toBe(true);
    expect(first.accountUserId).toBeGreaterThan(0);
    expect(second.accountUserId).not.toBe(first.accountUserId);
    expect(first).toMatchObject({ kind: "service", fullName: "Robin Example", role: "Member" });
  });

  test("returns an invitation link for a person", proves("members.create.person"), async () => {
    const person = await succeed<Record<string, unknown>>(
      theAdmin().post("/v1/members", describePerson("person")),
    );
    const links = Object.values(person).filter((value) => /^https?:\/\//.test(String(value)));
    expect(links).toHaveLength(1);
  });

  test("names all missing and wrong members", proves("members.create.validation"), async () => {
    const names = ["kind", "fullName", "email", "role"];
    await refuse(theAdmin().post("/v1/members", {}), "VALIDATION_ERROR", names);
    const wrong = { kind: "robot", fullName: "", email: "nowhere", role: "King" };
    await refuse(theAdmin().post("/v1/members", wrong), "VALIDATION_ERROR", names);
  });
});

describe("GET /v1/members", () => {
  test("lists the company's members", proves("members.list"), async () => {
    const { accountUserId } = await hireActor();
    const list = await succeed<ListOf<Member>>(theAdmin().get("/v1/members", { top: 1000 }));
    expect(list.items.map((member) => member.accountUserId)).toContain(accountUserId);
  });
});

test("GET /v1/members finds members by name and e-mail address", proves("members.list.search"), async () => {
  const email = `${uniqueName("ada")}@example.com`;
  const person = { ...describePerson("service"), fullName: uniqueName("Ada_100%"), email };
  const { accountUserId } = await succeed<Member>(theAdmin().post("/v1/members", person));
  const find = async (query: Record<string, string>) => {
    const { items, totalCount } = await succeed<ListOf<Member>>(theAdmin().get("/v1/members", query));
    expect(totalCount).toBe(items.length);
    return items.map((member) => member.accountUserId);
  };
  expect(await find({ search: person.fullName.toUpperCase() })).toEqual([accountUserId]);
  expect(await find({ search: ` ${email.slice(0, -4)} ` })).toEqual([accountUserId]);
  expect(await find({ email: email.toUpperCase() })).toEqual([accountUserId]);
  expect(await find({ email: email.slice(1) })).toEqual([]);
  expect(await find({ email, search: "robin" })).toEqual([]);
});

describe("PATCH /v1/members/{accountUserId}", () => {
  test("changes a role with immediate effect", proves("members.update"), async () => {
    const caller = await hireActor();
    await refuse(caller.get("/v1/members"), "FORBIDDEN");
    const path = `/v1/members/${caller.accountUserId}`;
    const member = await succeed<Member>(theAdmin().patch(path, { role: "Admin" }));
    expect(member.role).toBe("Admin");
    expect((await succeed<Identity>(caller.get("/v1/auth/whoami"))).role).toBe("Admin");
    await succeed(caller.get("/v1/members"));
  });
});

test("a member who does not exist is 404", proves("members.missing"), async () => {
  for (const id of ["2000000000", "0", "-1"]) {
    await refuse(theAdmin().patch(`/v1/members/${id}`, { role: "Member" }), "NOT_FOUND");
    await refuse(theAdmin().delete(`/v1/members/${id}`), "NOT_FOUND");
  }
});

describe("a Member", () => {
  test("may list the catalog", proves("roles.member.catalog"), async () => {
    const caller = await hireActor();
    await succeed(caller.get("/v1/applications"));
    await succeed(caller.get("/v1/tools"));
  });

  test("may not change members", proves("roles.member.members"), async () => {
    const [caller, other] = [await hireActor(), await hireActor()];
    await refuse(caller.post("/v1/members", describePerson("service")), "FORBIDDEN");
    await refuse(caller.patch(`/v1/members/${other.accountUserId}`, { role: "Admin" }), "FORBIDDEN");
    await refuse(caller.patch(`/v1/members/${caller.accountUserId}`, { role: "Admin" }), "FORBIDDEN");
    await refuse(caller.delete(`/v1/members/${other.accountUserId}`), "FORBIDDEN");
  });

  test("may not import, change or remove applications", proves("roles.member.import"), async () => {
    const downstream = await startDownstream();
    const { slug } = await importDownstream(downstream);
    await downstream.stop();
    const caller = await hireActor();
    const body = { source: "openapi", slug: uniqueName("acc"), document: { openapi: "3.1.0" } };
    await refuse(caller.post("/v1/applications", body), "FORBIDDEN");
    await refuse(caller.patch(`/v1/applications/${slug}`, { name: "Mine" }), "FORBIDDEN");
    await refuse(caller.delete(`/v1/applications/${slug}`), "FORBIDDEN");
  });
});

test(
  "an Admin cannot use or read another member's connection",
  proves("roles.admin.foreign-secrets", "execute.query.connection-foreign"),
  async () => {
    const downstream = await startDownstream();
    const application = await importDownstream(downstream);
    const owner = await hireActor();
    const { connectionId } = await connect(owner, application);
    const admin = await hireActor({ role: "Admin" });
    const path = `/v1/connections/${connectionId}`;
    await refuse(admin.get(path), "FORBIDDEN");
    await refuse(admin.patch(path, { name: "Mine" }), "FORBIDDEN");
    await refuse(admin.delete(path), "FORBIDDEN");
    const run = `/v1/tools/${application.tool("list_items")}/execute`;
    await refuse(admin.post(run, {}, { query: { connectionId } }), "FORBIDDEN");
    await downstream.stop();
  },
);
