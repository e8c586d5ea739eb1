import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import * as client from "openid-client";
import { expect, test } from "vitest";
import { createFormBrowser } from "../../oauth/support/form-browser.ts";
import { createKeyCaller, refuse, succeed } from "../../support/caller.ts";
import { describeOwnServer, useOwnServer } from "../../support/own-server.ts";
import { acceptInvitation } from "../../support/people.ts";
import { proves } from "../../support/proves.ts";
import type { ListOf, Member } from "../../support/records.ts";
import { createTokenCaller, discover, makeServiceClient } from "../support/token-client.ts";

describeOwnServer("another company", () => {
  const own = useOwnServer();

  test(
    "sees and changes no client, and its tokens reach nothing here",
    proves("authorization-server.companies"),
    async () => {
      const root = join(import.meta.dirname, "../../..");
      const { PATH, HOME } = process.env;
      const child = spawn(
        process.execPath,
        [join(root, "scripts/company.mjs"), "create", "Other", "--email", "o@example.com"],
        {
          env: { PATH, HOME, BOWLINE_DATA_DIR: own.server.dataDir, BOWLINE_BASE_URL: own.server.baseUrl },
          stdio: ["ignore", "pipe", "inherit"],
        },
      );
      let output = "";
      child.stdout.on("data", (chunk) => {
        output += String(chunk);
      });
      await once(child, "close");
      const browser = createFormBrowser();
      await acceptInvitation(browser, /http\S+\/invitations\/[\w-]{43}/.exec(output)?.[0] ?? "");
      const page = await browser.press(
        await browser.open(`${own.server.baseUrl}/account`),
        /create an api key/i,
      );
      const stranger = createKeyCaller(/bwl_\w{38}/.exec(page.html)?.[0] ?? "", own.server);

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
