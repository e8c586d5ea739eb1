import type { ProviderFacts } from "../provider-facts.ts";
import { hostLabelField } from "./fields.ts";

export const commerce = [
  {
    key: "shopify",
    name: "Shopify",
    documentationUrl:
      "https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant",
    hosts: ["*.myshopify.com"],
    fields: [hostLabelField("shop", "Shop", "example.myshopify.com")],
    method: {
      authorizationUrl: "https://{shop}.myshopify.com/admin/oauth/authorize",
      tokenUrl: "https://{shop}.myshopify.com/admin/oauth/access_token",
      scopeSeparator: ",",
    },
  },
  {
    key: "stripe",
    name: "Stripe",
    documentationUrl: "https://docs.stripe.com/connect/oauth-reference",
    hosts: ["connect.stripe.com"],
    method: {
      authorizationUrl: "https://connect.stripe.com/oauth/authorize",
      tokenUrl: "https://connect.stripe.com/oauth/token",
      keepFromAnswer: { stripeUserId: "/stripe_user_id" },
      accountLabelPaths: ["/stripe_user_id"],
    },
  },
  {
    key: "square",
    name: "Square",
    documentationUrl: "https://developer.squareup.com/docs/oauth-api/overview",
    hosts: ["connect.squareup.com", "connect.squareupsandbox.com"],
    method: {
      authorizationUrl: "https://connect.squareup.com/oauth2/authorize",
      tokenUrl: "https://connect.squareup.com/oauth2/token",
      // With PKCE its refresh tokens are single-use and expire after 90 days.
      pkce: false,
      tokenRequestFormat: "json",
      environments: {
        sandbox: {
          authorizationUrl: "https://connect.squareupsandbox.com/oauth2/authorize",
          tokenUrl: "https://connect.squareupsandbox.com/oauth2/token",
        },
      },
      keepFromAnswer: { merchantId: "/merchant_id" },
      accountLabelPaths: ["/merchant_id"],
      // Its response has only `expires_at`, 30 days later.
      assumedLifetimeSeconds: 2_592_000,
    },
  },
  {
    key: "paypal",
    name: "PayPal",
    documentationUrl: "https://developer.paypal.com/api/rest/authentication/",
    hosts: [
      "www.paypal.com",
      "api-m.paypal.com",
      "api.paypal.com",
      "www.sandbox.paypal.com",
      "api-m.sandbox.paypal.com",
      "api.sandbox.paypal.com",
    ],
    method: {
      authorizationUrl: "https://www.paypal.com/signin/authorize",
      tokenUrl: "https://api-m.paypal.com/v1/oauth2/token",
      clientAuthentication: "basic",
      environments: {
        sandbox: {
          authorizationUrl: "https://www.sandbox.paypal.com/signin/authorize",
          tokenUrl: "https://api-m.sandbox.paypal.com/v1/oauth2/token",
        },
      },
    },
  },
  {
    key: "etsy",
    name: "Etsy",
    documentationUrl: "https://developers.etsy.com/documentation/essentials/authentication/",
    hosts: ["www.etsy.com", "api.etsy.com"],
    method: {
      authorizationUrl: "https://www.etsy.com/oauth/connect",
      tokenUrl: "https://api.etsy.com/v3/public/oauth/token",
      clientAuthentication: "none",
    },
  },
  {
    key: "gumroad",
    name: "Gumroad",
    documentationUrl: "https://gumroad.com/api",
    hosts: ["gumroad.com", "api.gumroad.com"],
    method: {
      authorizationUrl: "https://gumroad.com/oauth/authorize",
      tokenUrl: "https://api.gumroad.com/oauth/token",
      account: { url: "https://api.gumroad.com/v2/user", labelPaths: ["/user/email", "/user/name"] },
    },
  },
] satisfies ProviderFacts[];
