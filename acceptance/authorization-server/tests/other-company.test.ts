import * as client from "openid-client";
import { expect, test } from "vitest";
import { refuse, succeed } from "../../support/caller.ts";
import { openCompany } from "../../support/companies.ts";
import { describeOwnServer, useOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import type { ListOf, Member } from "../../support/records.ts";
import { createTokenCaller, discover, makeServiceClient } from "../support/token-client.ts";

describeOwnServer("another company", () => {
  const own = useOwnServer();

  test(
    "sees and changes no client, and its tokens reach nothing here",
    proves("authorization-server.companies"),
    async () => {
      const { caller: stranger } = await openCompany(own.server, "Other");
      const service = await makeServiceClient(["admin"], { role: "Admin", admin: own.admin });
      const clients = await succeed<ListOf<unknown>>(stranger.get("/v1/clients"));
      expect(clients.items).toEqual([]);
      await refuse(stranger.delete(`/v1/clients/${service.clientId}`), "FORBIDDEN");
      await refuse(
        stranger.post("/v1/clients", {
          name: "x",
          accountUserId: service.accountUserId,
          scopes: ["tools:read"],
        }),
        "FORBIDDEN",
      );
      const foreign = await makeServiceClient(["admin"], { role: "Admin", admin: stranger });
      const configuration = await discover(
        foreign.clientId,
        client.ClientSecretBasic(foreign.clientSecret),
        own.server.baseUrl,
      );
      const { access_token: token } = await client.clientCredentialsGrant(configuration, { scope: "admin" });
      const caller = createTokenCaller(token, own.server);
      const { items } = await succeed<ListOf<Member>>(caller.get("/v1/members"));
      expect(items.map(({ accountUserId }) => accountUserId)).not.toContain(service.accountUserId);
      await refuse(caller.delete(`/v1/members/${service.accountUserId}`), "FORBIDDEN");
    },
  );
});
