import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A call that the model makes. */
export interface ScriptedCall {
  name: string;
  input: object;
}

/** One turn of the model: calls of tools, or text. */
export type Turn = ScriptedCall[] | string;

/** A loopback server that speaks the protocols of OpenAI and Anthropic, and says what the test scripts. */
export interface ModelServer extends AsyncDisposable {
  url: string;
  /** Sets what the model says next, turn by turn. */
  script(...turns: Turn[]): void;
  /** The bodies of the requests since the last script. */
  // biome-ignore lint/suspicious/noExplicitAny: The bodies have a shape for each protocol.
  requests: any[];
}

export async function openModelServer(): Promise<ModelServer> {
  let turns: Turn[] = [];
  const model: ModelServer = {
    url: "",
    requests: [],
    script(...next) {
      turns = next;
      model.requests = [];
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) {
      body += chunk;
    }
    model.requests.push(JSON.parse(body));
    const write = writers[request.url?.split("/").at(-1) ?? ""];
    const turn = turns.shift();
    if (write === undefined || turn === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(write(turn)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  model.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return model;
}

const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };

const writers: Record<string, (turn: Turn) => unknown> = {
  completions: (turn) => ({
    id: "chat-1",
    object: "chat.completion",
    created: 1,
    model: "scripted",
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    choices: [
      {
        index: 0,
        finish_reason: typeof turn === "string" ? "stop" : "tool_calls",
        message:
          typeof turn === "string"
            ? { role: "assistant", content: turn }
            : {
                role: "assistant",
                content: null,
                tool_calls: turn.map(({ name, input }, index) => ({
                  id: `call-${index}`,
                  type: "function",
                  function: { name, arguments: JSON.stringify(input) },
                })),
              },
      },
    ],
  }),
  responses: (turn) => ({
    id: "response-1",
    object: "response",
    created_at: 1,
    model: "scripted",
    status: "completed",
    usage: {
      ...usage,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
    output:
      typeof turn === "string"
        ? [
            {
              id: "message-1",
              type: "message",
              role: "assistant",
              status: "completed",
              content: [{ type: "output_text", text: turn, annotations: [] }],
            },
          ]
        : turn.map(({ name, input }, index) => ({
            id: `item-${index}`,
            type: "function_call",
            call_id: `call-${index}`,
            name,
            arguments: JSON.stringify(input),
            status: "completed",
          })),
  }),
  messages: (turn) => ({
    id: "message-1",
    type: "message",
    role: "assistant",
    model: "scripted",
    stop_reason: typeof turn === "string" ? "end_turn" : "tool_use",
    stop_sequence: null,
    usage,
    content:
      typeof turn === "string"
        ? [{ type: "text", text: turn }]
        : turn.map(({ name, input }, index) => ({ type: "tool_use", id: `call-${index}`, name, input })),
  }),
};
