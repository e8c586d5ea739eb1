/** A program with a toolset's tools, in one framework. */
export interface AgentCode {
  name: string;
  code: string;
  /** Whether it uses Bowline's own package. */
  usesSdk: boolean;
}

/** Writes short programs that give a model the tools of a toolset. They read the key from BOWLINE_API_KEY, and the server from BOWLINE_URL. */
export function writeAgentCode(toolsetId: string, url: string): AgentCode[] {
  const toolset = `await new Bowline().toolset(${JSON.stringify(toolsetId)})`;
  return [
    { name: "OpenAI", usesSdk: true, code: writeOpenAi(toolset) },
    { name: "Anthropic", usesSdk: true, code: writeAnthropic(toolset) },
    { name: "Vercel AI SDK", usesSdk: true, code: writeAiSdk(toolset) },
    { name: "LangChain", usesSdk: true, code: writeLangChain(toolset) },
    { name: "Python", usesSdk: false, code: writePython(url) },
  ];
}

const writeOpenAi = (toolset: string): string => `import { Bowline } from "@bowline/sdk";
import OpenAI from "openai";

const openai = new OpenAI();
const { tools, handleToolCalls } = ${toolset}.for("openai-responses");
let response = await openai.responses.create({ model: "gpt-5", input: "What can you do?", tools });
for (;;) {
  const results = await handleToolCalls(response);
  if (results.length === 0) {
    console.log(response.output_text);
    break;
  }
  response = await openai.responses.create({ model: "gpt-5", previous_response_id: response.id, input: results, tools });
}
`;

const writeAnthropic = (toolset: string): string => `import Anthropic from "@anthropic-ai/sdk";
import { Bowline } from "@bowline/sdk";

const anthropic = new Anthropic();
const { tools, handleToolCalls } = ${toolset}.for("anthropic");
const messages: Anthropic.MessageParam[] = [{ role: "user", content: "What can you do?" }];
for (;;) {
  const response = await anthropic.messages.create({ model: "claude-sonnet-4-5", max_tokens: 1000, messages, tools });
  const results = await handleToolCalls(response);
  if (results.length === 0) {
    console.log(response.content);
    break;
  }
  messages.push({ role: "assistant", content: response.content }, ...results);
}
`;

const writeAiSdk = (toolset: string): string => `import { openai } from "@ai-sdk/openai";
import { Bowline } from "@bowline/sdk";
import { generateText, stepCountIs } from "ai";

const { tools } = ${toolset}.for("ai-sdk");
const { text } = await generateText({
  model: openai.chat("gpt-5"),
  tools,
  prompt: "What can you do?",
  stopWhen: stepCountIs(10),
});
console.log(text);
`;

const writeLangChain = (toolset: string): string => `import { Bowline } from "@bowline/sdk";
import { HumanMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";

const { tools, handleToolCalls } = ${toolset}.for("langchain");
const model = new ChatOpenAI({ model: "gpt-5" }).bindTools(tools);
const question = new HumanMessage("What can you do?");
const first = await model.invoke([question]);
console.log((await model.invoke([question, first, ...(await handleToolCalls(first))])).content);
`;

const writePython = (url: string): string => `import asyncio
import os

from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport


async def main():
    url = ${JSON.stringify(url)}
    headers = {"x-api-key": os.environ["BOWLINE_API_KEY"]}
    async with Client(StreamableHttpTransport(url, headers=headers)) as client:
        for tool in await client.list_tools():
            print(tool.name)


asyncio.run(main())
`;
