import type { AiSdkTools } from "./ai-sdk.ts";
import type { AnthropicTools } from "./anthropic.ts";
import type { LangChainTools } from "./langchain.ts";
import type { OpenAiTools } from "./openai.ts";
import type { OpenAiAgentsTools } from "./openai-agents.ts";
import type { ResponsesTools } from "./openai-responses.ts";

/** What `toolset(id).for(framework)` returns. */
export interface FrameworkTools {
  /** OpenAI's chat completions. */
  openai: OpenAiTools;
  /** OpenAI's responses. */
  "openai-responses": ResponsesTools;
  /** OpenAI's Agents SDK (`@openai/agents`). */
  "openai-agents": OpenAiAgentsTools;
  /** Anthropic's messages. */
  anthropic: AnthropicTools;
  /** Vercel's AI SDK (`ai`). */
  "ai-sdk": AiSdkTools;
  /** LangChain (`@langchain/core`). */
  langchain: LangChainTools;
}
