import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { createCaller } from "../../support/caller.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import type { StartedServer } from "../../support/start-server.ts";
import { expectReplayToEnd } from "../support/expect-replay-to-end.ts";
import {
  askForToken,
  type IssuedCode,
  issueCode,
  type Nodes,
  refreshForm,
  startNodes,
  type TokenResponse,
} from "../support/nodes.ts";
import { signInPerson } from "../support/person-flow.ts";

const kills = Number(process.env.KILL_ROUNDS ?? 2);
const chains = 8;
const takeOverMs = 4000;
/** Between two requests of a client: without it they would take the processor time from the node that starts again. */
const pauseMs = 20;

describeOwnServer("kill -9 among three nodes", () => {
  test(`loses no token that a client received, and redeems nothing twice, ${kills} times in a row`, {
    timeout: 600_000,
    ...proves("nodes.oauth.kill", "nodes.oauth.kill-once"),
  }, async () => {
    await using nodes = await startNodes(3);
    const { browser } = await signInPerson("Member", nodes.admins[0]);
    for (let round = 0; round < kills; round++) {
      const codes: IssuedCode[] = [];
      while (codes.length < chains) {
        codes.push(await issueCode(nodes.baseUrl, browser));
      }
      const killed = round % 3;
      const clients = codes.map((code) => new TokenChain(nodes, code));
      const running = clients.map((client) => client.run());
      await delay(20 + ((round * 37) % 200));
      await nodes.killAndRestart(killed);
      clients.forEach((client) => {
        client.stop();
      });
      await Promise.all(running);
      await delay(takeOverMs);
      await Promise.all(clients.map((client) => client.check()));
    }
  });
});

/** A client that redeems its code and then one refresh token after the other, at whichever node. */
class TokenChain {
  readonly #nodes: Nodes;
  readonly #clientId: string;
  /** What to send next. */
  #form: Record<string, string>;
  /** What was redeemed: no node may take it again. */
  readonly #used: Record<string, string>[] = [];
  readonly #accessTokens: string[] = [];
  #isStopped = false;
  #count = 0;

  constructor(nodes: Nodes, { clientId, form }: IssuedCode) {
    this.#nodes = nodes;
    this.#clientId = clientId;
    this.#form = form;
  }

  stop(): void {
    this.#isStopped = true;
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      const response = await askForToken(this.#chooseServer(), this.#form).catch(() => null);
      if (response === null) {
        // The node died before the response came.
        return;
      }
      this.#keep(response);
      await delay(pauseMs);
    }
  }

  /** What came counts at every node, and what was sent without a response is redeemed by the next request, or ended its grant. */
  async check(): Promise<void> {
    for (const token of this.#accessTokens) {
      expect(await this.#call(token)).toBe(200);
    }
    const next = await askForToken(this.#chooseServer(), this.#form);
    if (next.status === 400) {
      // The response was ready, and its node died while it was sent: for the server the token came twice.
      expect(next.body.error).toBe("invalid_grant");
      for (const token of this.#accessTokens) {
        expect(await this.#call(token)).toBe(401);
      }
      return;
    }
    this.#keep(next);
    expect(await this.#call(next.body.access_token)).toBe(200);
    const useAgain = async () => {
      const again = await askForToken(this.#chooseServer(), this.#used.at(-1) ?? {});
      expect(again.body.error).toBe("invalid_grant");
    };
    await expectReplayToEnd(useAgain, () => this.#call(next.body.access_token));
    expect((await askForToken(this.#chooseServer(), this.#form)).body.error).toBe("invalid_grant");
  }

  #keep({ status, body }: TokenResponse): void {
    expect(status, JSON.stringify(body)).toBe(200);
    this.#used.push(this.#form);
    this.#accessTokens.push(body.access_token);
    this.#form = refreshForm(this.#clientId, body.refresh_token);
  }

  async #call(token: string): Promise<number> {
    const caller = createCaller({ authorization: `Bearer ${token}` }, this.#chooseServer());
    return (await caller.get("/v1/auth/whoami")).status;
  }

  #chooseServer(): StartedServer {
    const server = this.#nodes.servers[this.#count++ % this.#nodes.servers.length];
    if (server === undefined) {
      throw new Error("There is no server.");
    }
    return server;
  }
}
