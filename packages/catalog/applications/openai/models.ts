import { defineTool, fromInput, z } from "@bowline/catalog/application";

const model = (example: string) =>
  z.string().min(1).describe(`Id of the model, such as \`${example}\`, from models_list.`);
const responseId = z.string().min(1).describe("Id of the response, such as `resp_67ccd2bed1ec8190`.");
const response = z.looseObject({
  id: z.string(),
  status: z.string().optional(),
  output: z.array(z.looseObject({ type: z.string() })).optional(),
  usage: z.looseObject({}).nullish(),
});
const tools = z
  .array(z.looseObject({ type: z.string() }))
  .optional()
  .describe('Such as `[{"type": "web_search"}]`.');

export const modelTools = [
  defineTool({
    operation: "responses_create",
    name: "Ask a model",
    description:
      "Sends a text or a conversation to a model of OpenAI and returns its response. Costs tokens.",
    input: z.object({
      model: model("gpt-5"),
      input: z
        .union([z.string(), z.array(z.looseObject({}))])
        .describe('The text, or a list of messages such as `[{"role": "user", "content": "Hello"}]`.'),
      instructions: z.string().optional().describe("What the model is and how it should respond."),
      previous_response_id: responseId.optional().describe("Id of the response that this goes on from."),
      max_output_tokens: z.int().min(16).optional(),
      reasoning: z
        .looseObject({ effort: z.enum(["none", "minimal", "low", "medium", "high"]).optional() })
        .optional(),
      text: z
        .looseObject({
          format: z.looseObject({ type: z.enum(["text", "json_object", "json_schema"]) }).optional(),
        })
        .optional()
        .describe("The form of the response, such as a JSON Schema."),
      tools,
      temperature: z.number().min(0).max(2).optional(),
      store: z.boolean().optional().describe("Keep it, for responses_get. Default true."),
      background: z.boolean().optional().describe("Return at once; fetch it with responses_get."),
    }),
    output: response,
    request: { method: "POST", path: "/responses" },
  }),
  defineTool({
    operation: "responses_get",
    name: "Get a response",
    description: "Returns a response that was kept, or how far one in the background is.",
    input: z.object({ responseId }),
    output: response,
    request: { method: "GET", path: "/responses/{responseId}" },
  }),
  defineTool({
    operation: "responses_delete",
    name: "Delete a response",
    description: "Deletes a response that was kept.",
    input: z.object({ responseId }),
    output: z.looseObject({}),
    request: { method: "DELETE", path: "/responses/{responseId}" },
  }),
  defineTool({
    operation: "chat_completions_create",
    name: "Complete a chat",
    description:
      "Sends a list of messages to a model and returns the next one. For new work use responses_create.",
    input: z.object({
      model: model("gpt-5-mini"),
      messages: z
        .array(
          z.looseObject({
            role: z.string(),
            content: z.union([z.string(), z.array(z.looseObject({}))]).nullish(),
          }),
        )
        .min(1)
        .describe("The conversation: `role` is `developer`, `user`, `assistant` or `tool`."),
      max_completion_tokens: z.int().min(1).optional(),
      temperature: z.number().min(0).max(2).optional(),
      response_format: z.looseObject({ type: z.enum(["text", "json_object", "json_schema"]) }).optional(),
      tools,
    }),
    output: z.looseObject({ id: z.string(), choices: z.array(z.looseObject({ index: z.int() })) }),
    request: { method: "POST", path: "/chat/completions" },
  }),
  defineTool({
    operation: "embeddings_create",
    name: "Make embeddings",
    description: "Turns texts into vectors, to compare what they mean.",
    input: z.object({
      model: model("text-embedding-3-small"),
      input: z.union([z.string(), z.array(z.string()).min(1).max(2048)]).describe("The text or texts."),
      dimensions: z.int().min(1).optional().describe("Length of the vectors."),
    }),
    output: z.looseObject({ data: z.array(z.looseObject({ index: z.int(), embedding: z.unknown() })) }),
    hints: { readOnly: true, idempotent: true },
    resultsPath: "/data",
    request: { method: "POST", path: "/embeddings" },
  }),
  defineTool({
    operation: "images_generate",
    name: "Make an image",
    description: "Draws images from a description, and returns them as base64.",
    input: z.object({
      model: model("gpt-image-1"),
      prompt: z.string().min(1).max(32_000).describe("What to draw."),
      n: z.int().min(1).max(10).optional().describe("How many. Default 1."),
      size: z.enum(["auto", "1024x1024", "1536x1024", "1024x1536"]).optional(),
      quality: z.enum(["auto", "low", "medium", "high"]).optional(),
      background: z.enum(["auto", "transparent", "opaque"]).optional(),
    }),
    output: z.looseObject({ data: z.array(z.looseObject({ b64_json: z.string().optional() })) }),
    resultsPath: "/data",
    request: { method: "POST", path: "/images/generations" },
  }),
  defineTool({
    operation: "audio_transcribe",
    name: "Write down speech",
    description: "Returns the text that is spoken in a sound file.",
    input: z.object({
      model: model("gpt-4o-transcribe"),
      file: z
        .object({ fileName: z.string().describe("Such as `talk.mp3`."), base64: z.string() })
        .describe("The sound file; at most 25 MB."),
      language: z.string().optional().describe("Language of the speech, such as `en`."),
      prompt: z.string().optional().describe("Names and words that occur in it."),
    }),
    output: z.looseObject({ text: z.string() }),
    hints: { readOnly: true },
    request: {
      method: "POST",
      path: "/audio/transcriptions",
      bodyFormat: "multipart",
      body: {
        model: fromInput("model"),
        file: fromInput("file", { as: "file" }),
        language: fromInput("language"),
        prompt: fromInput("prompt"),
      },
    },
  }),
  defineTool({
    operation: "moderations_create",
    name: "Check a text",
    description: "Says whether a text is harmful, and in which way. Free.",
    input: z.object({
      input: z.union([z.string(), z.array(z.string())]).describe("The text or texts."),
      model: z.string().optional().describe("Default `omni-moderation-latest`."),
    }),
    output: z.looseObject({ results: z.array(z.looseObject({ flagged: z.boolean() })) }),
    hints: { readOnly: true, idempotent: true },
    resultsPath: "/results",
    request: { method: "POST", path: "/moderations" },
  }),
  defineTool({
    operation: "models_list",
    name: "List models",
    description: "Returns the models that the key may use.",
    input: z.object({}),
    output: z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) }),
    resultsPath: "/data",
    request: { method: "GET", path: "/models" },
  }),
];
