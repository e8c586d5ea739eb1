import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { HumanMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { Agent, OpenAIProvider, Runner } from "@openai/agents";
import { generateText, type ModelMessage, stepCountIs } from "ai";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ModelServer, openModelServer } from "../testing/open-model-server.ts";
import { openWorld, type World } from "../testing/open-world.ts";
import { Bowline, BowlineError, type ToolsetHandle } from "./index.ts";

let world: World;
let model: ModelServer;
let toolset: ToolsetHandle;

beforeAll(async () => {
  [world, model] = await Promise.all([openWorld(), openModelServer()]);
  toolset = world.bowline.toolset(world.toolsetId);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await model[Symbol.asyncDispose]();
});

const createsLamp = { name: "things_create_thing", input: { title: "Lamp" } };
const readsMissing = { name: "things_get_thing", input: { id: "missing" } };
const failure = /downstreamRefused.*There is no such thing\..*Correct the input/;
const names = ["things_create_thing", "things_get_thing", "things_list_things"];
const question = "Make a lamp.";

describe("openai", () => {
  const open = () => new OpenAI({ apiKey: "x", baseURL: `${model.url}/v1` });

  test("chat completions run tools, and failures go back as text", async () => {
    const client = open();
    const { tools, handleToolCalls } = await toolset.for("openai");
    model.script([createsLamp, readsMissing], "Done.");
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: question }];
    const first = await client.chat.completions.create({ model: "m", messages, tools });
    const results = await handleToolCalls(first);
    expect(results.map(({ tool_call_id }) => tool_call_id)).toEqual(["call-0", "call-1"]);
    expect(JSON.parse(results[0]?.content ?? "")).toEqual({ id: "7", title: "Lamp" });
    expect(results[1]?.content).toMatch(failure);
    if (first.choices[0] !== undefined) {
      messages.push(first.choices[0].message);
    }
    messages.push(...results);
    const last = await client.chat.completions.create({ model: "m", messages, tools });
    expect(last.choices[0]?.message.content).toBe("Done.");
    expect(await handleToolCalls(last)).toEqual([]);
    const [sent] = model.requests;
    expect(sent.tools.map((tool: { function: { name: string } }) => tool.function.name)).toEqual(names);
  });

  test("wrong input, unknown tools and broken JSON go back as text", async () => {
    const { handleToolCalls } = await toolset.for("openai");
    const call = (name: string, input: string) => ({
      tool_calls: [{ id: "1", type: "function", function: { name, arguments: input } }],
    });
    const [wrong] = await handleToolCalls(call("things_create_thing", "{}"));
    expect(wrong?.content).toMatch(/input is wrong\. title: /);
    const [unknown] = await handleToolCalls(call("no_such_tool", "{}"));
    expect(unknown?.content).toMatch(/not run: Tool "no_such_tool" does not exist\. Call only /);
    const [unnamed] = await handleToolCalls(call("", "{}"));
    expect(unnamed?.content).toMatch(/not run.*Call only tools that you were given\.$/);
    const [broken] = await handleToolCalls(call("things_create_thing", '{"title": "La'));
    expect(broken?.content).toMatch(/not a JSON object/);
  });

  test("every digit of an integer that a model writes is sent", async () => {
    const { apiKey, baseUrl } = world;
    const sent: unknown[] = [];
    const watched = new Bowline({
      ...{ apiKey, baseUrl },
      fetch: (url, init) => {
        sent.push(init?.body);
        return fetch(url, init);
      },
    });
    const { handleToolCalls } = await watched.toolset(world.toolsetId).for("openai");
    const name = "things_get_thing";
    await handleToolCalls({
      tool_calls: [{ id: "1", type: "function", function: { name, arguments: '{"id": 9007199254740993}' } }],
    });
    expect(sent).toContain('{"fields":{"id":"9007199254740993"}}');
  });

  test("a response that is lost does not say that the tool was not run", async () => {
    const { apiKey, baseUrl } = world;
    for (const lose of [
      () => Promise.reject(new TypeError("lost")),
      async () => new Response("", { status: 504 }),
    ]) {
      const losing = new Bowline({
        ...{ apiKey, baseUrl, maxRetries: 0 },
        fetch: async (url, init) => {
          const response = await fetch(url, init);
          return String(url).includes("/execute") ? await lose() : response;
        },
      });
      const { handleToolCalls } = await losing.toolset(world.toolsetId).for("anthropic");
      world.received.length = 0;
      const [message] = await handleToolCalls({
        content: [{ type: "tool_use", id: "1", name: "things_create_thing", input: { title: "Lamp" } }],
      });
      expect(world.received).toHaveLength(1);
      expect(message?.content[0]?.content).toMatch(/^It is not known whether the tool ran: .*only reads/);
    }
  });

  test("strict schemas require every member and let a model leave one out as null", async () => {
    const { tools, handleToolCalls } = await toolset.for("openai", { strict: true });
    const create = tools.find((tool) => tool.function.name === "things_create_thing")?.function;
    expect(create).toMatchObject({
      strict: true,
      parameters: {
        required: ["title", "color", "tags"],
        additionalProperties: false,
        properties: { title: { type: "string" }, tags: { type: ["array", "null"] } },
      },
    });
    const input = JSON.stringify({ title: "Lamp", color: null, tags: null });
    const [result] = await handleToolCalls({
      tool_calls: [
        { id: "1", type: "function", function: { name: "things_create_thing", arguments: input } },
      ],
    });
    expect(JSON.parse(result?.content ?? "")).toEqual({ id: "7", title: "Lamp" });
  });

  test("responses run tools", async () => {
    const client = open();
    const { tools, handleToolCalls } = await toolset.for("openai-responses");
    model.script([createsLamp, readsMissing], "Done.");
    const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: question }];
    const first = await client.responses.create({ model: "m", input, tools });
    const results = await handleToolCalls(first);
    expect(JSON.parse(results[0]?.output ?? "")).toEqual({ id: "7", title: "Lamp" });
    expect(results[1]?.output).toMatch(failure);
    input.push(...(first.output as OpenAI.Responses.ResponseInputItem[]), ...results);
    expect((await client.responses.create({ model: "m", input, tools })).output_text).toBe("Done.");
    expect(model.requests[0].tools[0]).toMatchObject({ type: "function", name: names[0], strict: false });
  });
});

test("anthropic messages run tools", async () => {
  const client = new Anthropic({ apiKey: "x", baseURL: model.url });
  const { tools, handleToolCalls } = await toolset.for("anthropic");
  model.script([createsLamp, readsMissing], "Done.");
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: question }];
  const first = await client.messages.create({ model: "m", max_tokens: 100, messages, tools });
  const results = await handleToolCalls(first);
  expect(results[0]?.content).toMatchObject([
    { type: "tool_result", tool_use_id: "call-0", is_error: false },
    { type: "tool_result", tool_use_id: "call-1", is_error: true, content: expect.stringMatching(failure) },
  ]);
  messages.push({ role: "assistant", content: first.content }, ...results);
  const last = await client.messages.create({ model: "m", max_tokens: 100, messages, tools });
  expect(last.content[0]).toMatchObject({ text: "Done." });
  expect(await handleToolCalls(last)).toEqual([]);
});

declare const ownSchema: unique symbol;

test("the AI SDK runs tools by itself, and in a loop of one's own", async () => {
  const scripted = createOpenAI({ apiKey: "x", baseURL: `${model.url}/v1` }).chat("m");
  const { tools, handleToolCalls } = await toolset.for("ai-sdk");
  // They also fit the types of Mastra, which has a schema of its own.
  const taken: Record<string, { description?: string; inputSchema: { [ownSchema]: true } }> = tools;
  expect(Object.keys(taken)).toContain(names[0]);
  model.script([createsLamp], [readsMissing], "Done.");
  const { text, steps } = await generateText({
    model: scripted,
    tools,
    prompt: question,
    stopWhen: stepCountIs(5),
  });
  expect(text).toBe("Done.");
  expect(steps[0]?.toolResults[0]?.output).toBe('{"id":"7","title":"Lamp"}');
  expect(steps[1]?.toolResults[0]?.output).toMatch(failure);
  expect(model.requests[0].tools[0].function).toMatchObject({ name: names[0] });

  model.script([readsMissing]);
  const withoutRunning = Object.fromEntries(
    Object.entries(tools).map(([name, { execute: _execute, ...tool }]) => [name, tool]),
  );
  const turn = await generateText({ model: scripted, tools: withoutRunning, prompt: question });
  const messages: ModelMessage[] = await handleToolCalls(turn);
  expect(messages).toMatchObject([
    {
      role: "tool",
      content: [
        { toolCallId: "call-0", output: { type: "error-text", value: expect.stringMatching(failure) } },
      ],
    },
  ]);
});

test.each([{}, { strict: true }])("OpenAI's Agents SDK runs tools by itself: %o", async (options) => {
  const openAIClient = new OpenAI({ apiKey: "x", baseURL: `${model.url}/v1` });
  const modelProvider = new OpenAIProvider({ openAIClient });
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  const { tools } = await toolset.for("openai-agents", options);
  const agent = new Agent({ name: "Maker", model: "m", tools });
  model.script([createsLamp, readsMissing], "Done.");
  const { finalOutput, newItems } = await runner.run(agent, question);
  expect(finalOutput).toBe("Done.");
  const outputs = newItems.flatMap((item) => (item.type === "tool_call_output_item" ? [item.output] : []));
  expect(outputs).toEqual(['{"id":"7","title":"Lamp"}', expect.stringMatching(failure)]);
  const [sent] = model.requests;
  expect(sent.tools.map(({ name }: { name: string }) => name)).toEqual(names);
  expect(sent.tools[0].strict).toBe(options.strict ?? false);
});

test("LangChain runs tools by itself, and in a loop of one's own", async () => {
  const scripted = new ChatOpenAI({ apiKey: "x", model: "m", configuration: { baseURL: `${model.url}/v1` } });
  const { tools, handleToolCalls } = await toolset.for("langchain");
  model.script([createsLamp, readsMissing], "Done.");
  const bound = scripted.bindTools(tools);
  const messages = [new HumanMessage(question)];
  const first = await bound.invoke(messages);
  const results = await handleToolCalls(first);
  expect(results.map(({ content }) => content)).toEqual([
    '{"id":"7","title":"Lamp"}',
    expect.stringMatching(failure),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["success", "error"]);
  expect((await bound.invoke([...messages, first, ...results])).content).toBe("Done.");
  const create = tools.find(({ name }) => name === "things_create_thing");
  expect(await create?.invoke({ title: "Chair" })).toBe('{"id":"7","title":"Chair"}');
});

test("a renamed tool with a preset runs by its new name", async () => {
  const { bowline, toolsetId } = world;
  const settings = {
    tools: { things_create_thing: { name: "make_red", presets: { color: "red" as const } } },
  };
  await bowline.toolsets.update(toolsetId, { settings });
  const { tools, handleToolCalls } = await toolset.for("anthropic");
  const made = tools.find(({ name }) => name === "make_red");
  expect(JSON.stringify(made?.input_schema)).not.toContain("color");
  const [message] = await handleToolCalls({
    content: [{ type: "tool_use", id: "1", name: "make_red", input: { title: "Lamp" } }],
  });
  expect(JSON.parse(message?.content[0]?.content ?? "")).toMatchObject({ title: "Lamp", color: "red" });
  await bowline.toolsets.update(toolsetId, { settings: { tools: {} } });
});

test("a call that needs an approval tells the model to say so", async () => {
  const { bowline, toolsetId } = world;
  await bowline.toolsets.update(toolsetId, { settings: { approvals: "writes" } });
  const { handleToolCalls } = await toolset.for("anthropic");
  const [message] = await handleToolCalls({ content: [{ type: "tool_use", id: "1", ...createsLamp }] });
  expect(message?.content[0]?.content).toMatch(
    /approvalRequired.*\/approvals\/.*make exactly the same call again/,
  );
  await bowline.toolsets.update(toolsetId, { settings: { approvals: "none" } });
});

test("strict is refused for a tool with free members", async () => {
  const { bowline } = world;
  const document = {
    openapi: "3.1.0",
    info: { title: "Free", version: "1" },
    servers: [{ url: "http://127.0.0.1:9" }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
    security: [{ key: [] }],
    paths: {
      "/free": {
        post: {
          operationId: "free",
          requestBody: {
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: { labels: { type: "object", additionalProperties: { type: "string" } } },
                },
              },
            },
          },
          responses: {},
        },
      },
    },
  };
  await bowline.applications.import({ source: "openapi", slug: "free", document });
  const { authentications } = await bowline.applications.get("free");
  const { connectionId } = await bowline.connections.create({
    applicationSlug: "free",
    authenticationId: authentications[0]?.authenticationId ?? 0,
    name: "Free",
    fields: { apiKey: "key-of-the-free" },
  });
  const { toolsetId } = await bowline.toolsets.create({
    name: "Free",
    connections: [{ connectionId, applicationSlug: "free", toolSlugs: ["free_free"] }],
  });
  await expect(bowline.toolset(toolsetId).for("openai", { strict: true })).rejects.toThrow(BowlineError);
  await expect(bowline.toolset(toolsetId).for("openai")).resolves.toBeDefined();
});
