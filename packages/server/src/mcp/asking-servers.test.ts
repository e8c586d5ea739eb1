import { type JSONRPCMessage, Server, type Transport } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { AskingServers } from "./asking-servers.ts";
import type { ServedRequest } from "./served-request.ts";
import { createSessionLabel, readSessionLabel } from "./session-label.ts";

const label = () =>
  createSessionLabel({ params: { capabilities: { elicitation: { form: {} }, sampling: {} } } });

const serve = (accountUserId: number, session: string): ServedRequest =>
  ({
    caller: { accountUserId },
    requestId: "request",
    toolset: null,
    session: readSessionLabel(session),
  }) as unknown as ServedRequest;

/** A server that asks for a form. Resolves with the id of its question, and with what comes back. */
async function ask(asking: AskingServers, served: ServedRequest) {
  const server = new Server({ name: "test", version: "1" }, { capabilities: {} });
  asking.add(server, served);
  let sent: (message: JSONRPCMessage) => void;
  const question = new Promise<JSONRPCMessage>((resolve) => {
    sent = resolve;
  });
  const transport: Transport = {
    start: async () => undefined,
    close: async () => transport.onclose?.(),
    send: async (message) => sent(message),
  };
  await server.connect(transport);
  const response = server.elicitInput({
    message: "Name?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } } },
  });
  return { server, response, id: ((await question) as { id: number }).id };
}

const reply = (id: number, name: string) => ({
  jsonrpc: "2.0",
  id,
  result: { action: "accept", content: { name } },
});

test("a response reaches the server that asked, and no other one of the session", async () => {
  const asking = new AskingServers();
  const served = serve(1, label());
  const [one, two] = [await ask(asking, served), await ask(asking, served)];
  expect(one.id).not.toBe(two.id);
  asking.passOn(reply(two.id, "second"), served);
  asking.passOn(reply(one.id, "first"), served);
  expect(await one.response).toMatchObject({ content: { name: "first" } });
  expect(await two.response).toMatchObject({ content: { name: "second" } });
});

test("a response of another caller, or in another session, is ignored", async () => {
  const asking = new AskingServers();
  const session = label();
  const { response, id } = await ask(asking, serve(1, session));
  asking.passOn(reply(id, "stranger"), serve(2, session));
  asking.passOn(reply(id, "other session"), serve(1, label()));
  asking.passOn(reply(id, "own"), serve(1, session));
  expect(await response).toMatchObject({ content: { name: "own" } });
});

test("a response that answers no question reaches no server", async () => {
  const asking = new AskingServers();
  const served = serve(1, label());
  const { server, response, id } = await ask(asking, served);
  const reached: unknown[] = [];
  const receive = server.transport?.onmessage;
  Object.assign(server.transport ?? {}, {
    onmessage: (message: JSONRPCMessage) => {
      reached.push(message);
      receive?.(message);
    },
  });
  const others: unknown[] = [0, id - 1, id + 2 ** 20, "text", null, Number.NaN, { valueOf: 1, toString: 1 }];
  for (const other of others) {
    asking.passOn({ ...reply(0, "none"), id: other }, served);
  }
  expect(reached).toEqual([]);
  // A client may send the number as text.
  asking.passOn({ ...reply(0, "own"), id: String(id) }, served);
  expect(await response).toMatchObject({ content: { name: "own" } });
});

test("a server whose request is over gets nothing", async () => {
  const asking = new AskingServers();
  const served = serve(1, label());
  const { server, response, id } = await ask(asking, served);
  const failed = expect(response).rejects.toThrow();
  await server.close();
  asking.passOn(reply(id, "late"), served);
  await failed;
});
