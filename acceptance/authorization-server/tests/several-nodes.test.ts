import { setTimeout as delay } from "node:timers/promises";
import { initiateDeviceAuthorization } from "openid-client";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFormBrowser, type FormBrowser } from "../../oauth/support/form-browser.ts";
import { at } from "../../support/at.ts";
import { createCaller, succeed } from "../../support/caller.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { goodPassword, hirePerson, type Person, signInAt } from "../../support/people.ts";
import { proves } from "../../support/proves.ts";
import type { ListOf } from "../../support/records.ts";
import { expectReplayToEnd } from "../support/expect-replay-to-end.ts";
import {
  askForToken,
  issueCode,
  type Nodes,
  refreshForm,
  startNodes,
  type TokenResponse,
} from "../support/nodes.ts";
import { registerClient, signInPerson } from "../support/person-flow.ts";

const whoami = "/v1/auth/whoami";
/** Less than the 3 seconds after which another request may take a redemption over. */
const waitMs = 2000;

describeOwnServer("three nodes on one database", () => {
  let nodes: Nodes;
  let browser: FormBrowser;

  beforeAll(async () => {
    nodes = await startNodes(3);
    ({ browser } = await signInPerson("Member", at(nodes.admins, 0)));
  });
  afterAll(() => nodes?.[Symbol.asyncDispose]());

  const callAll = async (token: string): Promise<number[]> => {
    const statuses = await Promise.all(
      nodes.servers.map(async (server) => {
        const caller = createCaller({ authorization: `Bearer ${token}` }, server);
        return (await caller.get(whoami)).status;
      }),
    );
    return [...new Set(statuses)];
  };
  const expectEnd = async (tokens: readonly string[]) => {
    expect([...new Set((await Promise.all(tokens.map(callAll))).flat())]).toEqual([401]);
  };

  test(
    "a grant withdrawn on one is refused by all from the response on",
    proves("nodes.oauth.grant"),
    async () => {
      for (const [number, server] of nodes.servers.entries()) {
        const { clientId, form } = await issueCode(nodes.baseUrl, browser);
        const { body } = await askForToken(server, form);
        expect(await callAll(body.access_token)).toEqual([200]);
        const other = nodes.servers[(number + 1) % 3] ?? server;
        const person = createCaller({ authorization: `Bearer ${body.access_token}` }, server);
        const grants = await succeed<ListOf<{ grantId: number; clientId: string }>>(
          at(nodes.admins, number).get("/v1/grants?top=1000"),
        );
        const grant = grants.items.find((one) => one.clientId === clientId);
        expect((await person.delete(`/v1/grants/${grant?.grantId}`)).status).toBe(403);
        await succeed(at(nodes.admins, number).delete(`/v1/grants/${grant?.grantId}`));
        await expectEnd([body.access_token]);
        expect(await askForToken(other, refreshForm(clientId, body.refresh_token))).toMatchObject({
          status: 400,
          body: { error: "invalid_grant" },
        });
      }
    },
  );

  test(
    "a device that asks one after the other is told to slow down",
    proves("authorization-server.device.slow"),
    async () => {
      const grantType = "urn:ietf:params:oauth:grant-type:device_code";
      const configuration = await registerClient({ grant_types: [grantType] }, nodes.baseUrl);
      const started = await initiateDeviceAuthorization(configuration, {});
      const form = {
        grant_type: grantType,
        client_id: configuration.clientMetadata().client_id,
        device_code: started.device_code,
      };
      const errors: unknown[] = [];
      for (const server of nodes.servers) {
        errors.push((await askForToken(server, form)).body);
      }
      expect(errors).toMatchObject([
        { error: "authorization_pending" },
        { error: "slow_down" },
        { error: "slow_down" },
      ]);
    },
  );

  test(
    "a member removed on one loses grants and sessions on all from the response on",
    proves("nodes.oauth.member"),
    async () => {
      const { browser: leaving, accountUserId } = await signInPerson("Member", at(nodes.admins, 1));
      const { form } = await issueCode(nodes.baseUrl, leaving);
      const { body } = await askForToken(at(nodes.servers, 2), form);
      const ofConsole = await swapSession(nodes.baseUrl, leaving);
      expect(await callAll(body.access_token)).toEqual([200]);
      expect(await callAll(ofConsole)).toEqual([200]);
      await succeed(at(nodes.admins, 0).delete(`/v1/members/${accountUserId}`));
      await expectEnd([body.access_token, ofConsole]);
    },
  );

  test(
    "a session that was signed out, or ended by a new password, ends its tokens on all from the response on",
    proves("nodes.oauth.session"),
    async () => {
      const person = await hirePerson(at(nodes.admins, 0));
      const [first, second] = [await signIn(nodes, person), await signIn(nodes, person)];
      const tokens = [await swapSession(nodes.baseUrl, first), await swapSession(nodes.baseUrl, second)];
      for (const token of tokens) {
        expect(await callAll(token)).toEqual([200]);
      }
      const page = await first.open(`${nodes.baseUrl}/account/password`);
      const changed = await first.press(page, /change the password/i, {
        currentPassword: goodPassword,
        password: "other words that nobody else took",
      });
      expect(changed.text).toContain("Password changed");
      await expectEnd(tokens.slice(1));
      expect(await callAll(tokens[0] ?? "")).toEqual([200]);
      await first.press(await first.open(`${nodes.baseUrl}/signout`), /sign out/i);
      await expectEnd(tokens);
    },
  );

  test(
    "a code and a refresh token that all redeem at once are redeemed by one, whose grant goes on",
    proves("nodes.oauth.once"),
    async () => {
      for (let round = 0; round < 3; ) {
        const { clientId, form } = await issueCode(nodes.baseUrl, browser);
        let redeemed = await redeemAtAll(clientId, form);
        for (let turn = 0; turn < 2 && redeemed.isInTime; turn++) {
          redeemed = await redeemAtAll(clientId, refreshForm(clientId, redeemed.winner.refresh_token));
        }
        // What a busy server reads too late is a replay. Then the round does not count.
        if (redeemed.isInTime) {
          expect(await callAll(redeemed.winner.access_token)).toEqual([200]);
          round++;
        }
      }
    },
  );

  test(
    "a refresh token that comes again at another node ends the grant",
    proves("nodes.oauth.replay"),
    async () => {
      const { clientId, form } = await issueCode(nodes.baseUrl, browser);
      const { body: first } = await askForToken(at(nodes.servers, 0), form);
      const { body: second } = await askForToken(
        at(nodes.servers, 1),
        refreshForm(clientId, first.refresh_token),
      );
      expect(await callAll(second.access_token)).toEqual([200]);
      const useAgain = async () => {
        const stolen = await askForToken(at(nodes.servers, 2), refreshForm(clientId, first.refresh_token));
        expect(stolen.body.error).toBe("invalid_grant");
      };
      await expectReplayToEnd(useAgain, async () => (await callAll(second.access_token))[0] ?? 0);
      await expectEnd([first.access_token, second.access_token]);
      const last = await askForToken(at(nodes.servers, 0), refreshForm(clientId, second.refresh_token));
      expect(last.body.error).toBe("invalid_grant");
    },
  );

  /**
   * Sends a form to each node, one after the other. Each comes while the first is under way: until all are there, its grant is locked,
   * so that no new token can be stored for it.
   */
  async function redeemAtAll(clientId: string, form: Record<string, string>) {
    const database = new Client({ connectionString: nodes.databaseUrl });
    await database.connect();
    await database.query("begin");
    await database.query("select 1 from oauth_grant where client_id = $1 for update", [clientId]);
    const asked: Promise<TokenResponse>[] = [];
    let responded = 0;
    for (const server of [...nodes.servers, ...nodes.servers]) {
      asked.push(askForToken(server, form).finally(() => responded++));
      await delay(20);
    }
    // All but one are refused meanwhile. What a busy server would read only after the end of the redemption is a replay to it.
    const endMs = performance.now() + waitMs;
    while (responded < asked.length - 1 && performance.now() < endMs) {
      await delay(20);
    }
    const isInTime = responded === asked.length - 1;
    await database.query("commit");
    await database.end();
    const responses = await Promise.all(asked);
    const [winner, ...others] = responses.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    const refusals = responses.filter(({ status }) => status !== 200).map(({ body }) => body.error);
    expect(new Set(refusals)).toEqual(new Set(["invalid_grant"]));
    if (winner === undefined) {
      throw new Error("Nobody redeemed it.");
    }
    return { winner: winner.body, isInTime };
  }
});

async function signIn({ baseUrl }: Nodes, person: Person): Promise<FormBrowser> {
  const browser = createFormBrowser();
  expect((await signInAt(browser, baseUrl, person)).status).toBe(200);
  return browser;
}

/** Swaps a browser's session for a token, as the console does. */
async function swapSession(baseUrl: string, browser: FormBrowser): Promise<string> {
  const cookie = browser.cookies.write({
    url: new URL(`${baseUrl}/session/token`),
    method: "POST",
    isCrossSite: false,
  });
  const response = await fetch(`${baseUrl}/session/token`, {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin", ...(cookie && { cookie }) },
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { access_token: string }).access_token;
}
