import { describe, expect, test } from "vitest";
import { hireActor, theAdmin } from "../support/actors.ts";
import { refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { Identity } from "../support/records.ts";

const whoami = "/v1/auth/whoami";

describe("GET /v1/auth/whoami", () => {
  test(
    "returns the key owner's identity as apiuser",
    proves(
      "identity.whoami.members",
      "identity.whoami.apiuser",
      "identity.whoami.role",
      "identity.roles",
      "authentication.api-key",
      "versioning.path",
      "http.success-is-200",
    ),
    async () => {
      const caller = await hireActor();
      const { currentCompany, ...rest } = await succeed<Identity>(caller.get(whoami));
      expect(rest).toEqual({
        userType: "apiuser",
        fullName: caller.fullName,
        email: caller.email,
        role: "Member",
      });
      expect(currentCompany).not.toBe("");
      const admin = await succeed<Identity>((await hireActor({ role: "Admin" })).get(whoami));
      expect(admin.role).toBe("Admin");
    },
  );

  test("returns the same company for all its members", proves("identity.whoami.company"), async () => {
    const caller = await hireActor();
    const [mine, admins] = [
      await succeed<Identity>(caller.get(whoami)),
      await succeed<Identity>(theAdmin().get(whoami)),
    ];
    expect(mine.currentCompany).toBe(admins.currentCompany);
  });
});

test(
  "a deleted profile is anonymous for whoami and 403 elsewhere",
  proves(
    "identity.deleted-profile.delete",
    "identity.deleted-profile.whoami",
    "identity.deleted-profile.forbidden",
    "errors.status.403",
  ),
  async () => {
    const caller = await hireActor();
    await succeed<string>(caller.delete("/v1/auth/profile"));
    const identity = await succeed<Identity>(caller.get(whoami));
    expect(identity).toMatchObject({ userType: "anonymous", fullName: "", email: "" });
    for (const path of ["/v1/tools", "/v1/connections", "/v1/toolsets", "/v1/apikeys", "/v1/executions"]) {
      await refuse(caller.get(path), "FORBIDDEN");
    }
    await refuse(caller.post("/v1/toolsets", { name: "x" }), "FORBIDDEN");
    await refuse(caller.delete("/v1/auth/profile"), "FORBIDDEN");
  },
);

test(
  "a removed member's credentials are 401",
  proves("identity.removed-member", "members.delete"),
  async () => {
    const caller = await hireActor();
    const sentence = await succeed<string>(theAdmin().delete(`/v1/members/${caller.accountUserId}`));
    expect(typeof sentence).toBe("string");
    await refuse(caller.get(whoami), "UNAUTHORIZED");
    await refuse(caller.get("/v1/tools"), "UNAUTHORIZED");
  },
);
