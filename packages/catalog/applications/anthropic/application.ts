import { defineApplication } from "@bowline/catalog/application";
import { messageTools } from "./messages.ts";

export const application = defineApplication({
  slug: "anthropic",
  name: "Anthropic",
  description: "Ask Claude models, alone or in batches, and count tokens.",
  categories: ["artificial-intelligence"],
  websiteUrl: "https://www.anthropic.com",
  documentationUrl: "https://docs.anthropic.com/en/api/overview",
  icon: { simpleIcons: "anthropic" },
  environments: [{ name: "production", serverUrl: "https://api.anthropic.com/v1" }],
  authentications: [
    {
      type: "apiKey",
      key: "apiKey",
      name: "API key",
      description: "Create it at https://console.anthropic.com/settings/keys.",
      header: "x-api-key",
    },
  ],
  test: { operation: "models_list", input: { limit: 1 } },
  objects: [{ kind: "model", operation: "models_list", namePath: "/id", labelPath: "/display_name" }],
  tools: messageTools,
});
