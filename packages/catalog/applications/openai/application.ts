import { defineApplication } from "@bowline/catalog/application";
import { fileTools } from "./files.ts";
import { modelTools } from "./models.ts";

export const application = defineApplication({
  slug: "openai",
  name: "OpenAI",
  description:
    "Ask models of OpenAI, make embeddings and images, write down speech, and manage files and batches.",
  categories: ["artificial-intelligence"],
  websiteUrl: "https://openai.com",
  documentationUrl: "https://platform.openai.com/docs/api-reference",
  environments: [{ name: "production", serverUrl: "https://api.openai.com/v1" }],
  authentications: [
    {
      type: "bearer",
      key: "apiKey",
      name: "API key",
      description: "Create it at https://platform.openai.com/api-keys.",
    },
  ],
  test: { operation: "models_list" },
  objects: [{ kind: "model", operation: "models_list", namePath: "/id" }],
  tools: [...modelTools, ...fileTools],
});
