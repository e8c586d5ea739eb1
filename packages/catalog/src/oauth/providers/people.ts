import type { ProviderFacts } from "../provider-facts.ts";
import { hostLabelField } from "./fields.ts";

export const people = [
  {
    key: "bamboohr",
    name: "BambooHR",
    documentationUrl: "https://documentation.bamboohr.com/docs/getting-started",
    hosts: ["*.bamboohr.com"],
    fields: [hostLabelField("companyDomain", "Company domain", "example.bamboohr.com")],
    method: {
      authorizationUrl: "https://{companyDomain}.bamboohr.com/authorize.php",
      tokenUrl: "https://{companyDomain}.bamboohr.com/token.php",
      requiredScopes: ["offline_access"],
      authorizationParameters: { request: "authorize" },
      tokenParameters: { request: "token" },
      refreshParameters: { request: "token" },
    },
  },
  {
    key: "gusto",
    name: "Gusto",
    documentationUrl: "https://docs.gusto.com/app-integrations/docs/oauth2",
    hosts: ["api.gusto.com", "api.gusto-demo.com"],
    method: {
      authorizationUrl: "https://api.gusto.com/oauth/authorize",
      tokenUrl: "https://api.gusto.com/oauth/token",
      environments: {
        demo: {
          authorizationUrl: "https://api.gusto-demo.com/oauth/authorize",
          tokenUrl: "https://api.gusto-demo.com/oauth/token",
        },
      },
    },
  },
  {
    key: "deel",
    name: "Deel",
    documentationUrl: "https://developer.deel.com/docs/oauth2",
    hosts: ["app.deel.com", "demo.deel.com"],
    method: {
      authorizationUrl: "https://app.deel.com/oauth2/authorize",
      tokenUrl: "https://app.deel.com/oauth2/tokens",
      clientAuthentication: "basic",
      environments: {
        sandbox: {
          authorizationUrl: "https://demo.deel.com/oauth2/authorize",
          tokenUrl: "https://demo.deel.com/oauth2/tokens",
        },
      },
    },
  },
] satisfies ProviderFacts[];
