import { defineApplication } from "@bowline/catalog/application";
import { failure } from "./graphql.ts";
import { productTools } from "./products.ts";
import { salesTools } from "./sales.ts";

export const application = defineApplication({
  slug: "shopify",
  name: "Shopify",
  description:
    "Find, create and change products, orders and customers, and look at stock, in a Shopify shop.",
  categories: ["commerce"],
  websiteUrl: "https://www.shopify.com",
  documentationUrl: "https://shopify.dev/docs/api/admin-graphql",
  icon: { simpleIcons: "shopify" },
  environments: [{ name: "production", serverUrl: "https://{shop}.myshopify.com/admin/api/2026-10" }],
  variables: {
    shop: {
      label: "Shop",
      description: "The `example` of `example.myshopify.com`.",
      pattern: "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?",
      patternHint: "a part of a host name",
    },
  },
  authentications: [
    {
      type: "apiKey",
      key: "accessToken",
      name: "Admin API access token",
      description:
        "Create an app for the shop, give it the scopes that the tools need, install it and copy its token (shpat_).",
      header: "X-Shopify-Access-Token",
    },
    {
      type: "oauth2",
      key: "oauth",
      name: "Shopify account",
      provider: "shopify",
      scopes: {
        read_products: "Read products and collections.",
        write_products: "Create and change products.",
        read_inventory: "Read stock.",
        read_locations: "Read locations.",
        read_orders: "Read orders of the last 60 days.",
        write_orders: "Change orders.",
        write_draft_orders: "Create draft orders.",
        read_customers: "Read customers.",
        write_customers: "Create and change customers.",
      },
      placements: [{ in: "header", name: "X-Shopify-Access-Token", value: "{token}" }],
    },
  ],
  test: { operation: "shop_get", labelPath: "/data/shop/name" },
  objects: [{ kind: "location", operation: "locations_list", namePath: "/id", labelPath: "/name" }],
  failure,
  tools: [...productTools, ...salesTools],
});
