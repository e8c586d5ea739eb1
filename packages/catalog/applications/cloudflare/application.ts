import { defineApplication } from "@bowline/catalog/application";
import { accountTools } from "./accounts.ts";
import { zoneTools } from "./zones.ts";

export const application = defineApplication({
  slug: "cloudflare",
  name: "Cloudflare",
  description:
    "Manage domains, DNS records and the cache, and use Workers KV, D1, R2 and Pages of Cloudflare.",
  categories: ["hosting", "developer-tools"],
  websiteUrl: "https://www.cloudflare.com",
  documentationUrl: "https://developers.cloudflare.com/api/",
  icon: { simpleIcons: "cloudflare" },
  environments: [{ name: "production", serverUrl: "https://api.cloudflare.com/client/v4" }],
  authentications: [
    {
      type: "bearer",
      key: "token",
      name: "API token",
      description:
        "Create it at https://dash.cloudflare.com/profile/api-tokens, with the rights that the tools need.",
    },
  ],
  test: { operation: "tokens_verify" },
  objects: [
    { kind: "zone", operation: "zones_list", namePath: "/id", labelPath: "/name" },
    { kind: "account", operation: "accounts_list", namePath: "/id", labelPath: "/name" },
  ],
  failure: { path: "/success", equals: false, messagePath: "/errors/0/message", codePath: "/errors/0/code" },
  tools: [...zoneTools, ...accountTools],
});
