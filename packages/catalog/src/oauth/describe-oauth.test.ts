import { describe, expect, it } from "vitest";
import { describeOAuth } from "./describe-oauth.ts";
import { findProvider } from "./find-provider.ts";
import type { OAuth2Method } from "./oauth2-method.ts";

function fieldNames(stated: OAuth2Method): string[] {
  return describeOAuth(stated).fields.map(({ fieldName }) => fieldName);
}

describe("a method of a known provider", () => {
  it("combines the description with the provider's facts, and the description wins", () => {
    const { method, isProviderKnown } = describeOAuth({
      authorizationUrl: "https://connect.squareup.com/oauth2/authorize",
      tokenUrl: "https://connect.squareup.com/oauth2/token?version=2",
      scopeSeparator: ",",
    });
    expect(isProviderKnown).toBe(true);
    expect(method).toMatchObject({
      tokenUrl: "https://connect.squareup.com/oauth2/token?version=2",
      scopeSeparator: ",",
      pkce: false,
      environments: { sandbox: { tokenUrl: "https://connect.squareupsandbox.com/oauth2/token" } },
    });
  });

  it("gets the provider's token address, which an implicit flow lacks", () => {
    const { method } = describeOAuth({ authorizationUrl: "https://app.netlify.com/authorize" });
    expect(method.tokenUrl).toBe("https://api.netlify.com/oauth/token");
  });

  it("replaces outdated addresses with the provider's", () => {
    const { method } = describeOAuth({
      authorizationUrl: "https://slack.com/oauth/authorize",
      tokenUrl: "https://slack.com/api/oauth.access",
    });
    expect(method).toEqual(findProvider("slack")?.method);
  });

  it("has the addresses of production and sandbox, whichever the description names", () => {
    const { method } = describeOAuth({ tokenUrl: "https://api-m.sandbox.paypal.com/v1/oauth2/token" });
    expect(method).toMatchObject({
      tokenUrl: "https://api-m.paypal.com/v1/oauth2/token",
      environments: { sandbox: { tokenUrl: "https://api-m.sandbox.paypal.com/v1/oauth2/token" } },
    });
  });

  it("keeps its discovery document and has no endpoints of the provider", () => {
    const discoveryUrl = "https://dev-1.okta.com/oauth2/default/.well-known/openid-configuration";
    const { method, fields } = describeOAuth({ discoveryUrl });
    expect(method).toMatchObject({
      discoveryUrl,
      clientAuthentication: "basic",
      requiredScopes: ["openid", "email", "offline_access"],
    });
    expect(method).not.toHaveProperty("tokenUrl");
    expect(method).not.toHaveProperty("revocationUrl");
    expect(method.account?.url).toBe("https://dev-1.okta.com/oauth2/v1/userinfo");
    expect(fields).toEqual([]);
  });

  it("does not use one authorization server's revocation address for another", () => {
    const { method } = describeOAuth({
      authorizationUrl: "https://dev-1.okta.com/oauth2/default/v1/authorize",
      tokenUrl: "https://dev-1.okta.com/oauth2/default/v1/token",
    });
    expect(method.tokenUrl).toBe("https://dev-1.okta.com/oauth2/default/v1/token");
    expect(method).not.toHaveProperty("revocationUrl");
  });

  it("does not ask for a tenant that only the account call needs", () => {
    const { method, fields } = describeOAuth({
      tokenUrl: "https://{yourOktaDomain}.okta.com/oauth2/default/v1/token",
      authorizationUrl: "https://{yourOktaDomain}.okta.com/oauth2/default/v1/authorize",
    });
    expect(fields.map(({ fieldName }) => fieldName)).toEqual(["yourOktaDomain"]);
    expect(method).not.toHaveProperty("account");
  });
});

describe("the fields of a method", () => {
  it("ask for the tenant, with the pattern of its values", () => {
    const { fields } = describeOAuth({ tokenUrl: "https://{subdomain}.zendesk.com/oauth/tokens" });
    expect(fields).toMatchObject([
      { fieldName: "subdomain", label: "Subdomain", required: true, secret: false },
    ]);
    expect("evil.test/").not.toMatch(new RegExp(`^(?:${fields[0]?.pattern})$`));
  });

  it("do not ask for a tenant that the description names", () => {
    const { method, fields } = describeOAuth({ tokenUrl: "https://acme.zendesk.com/oauth/tokens" });
    expect(fields).toEqual([]);
    expect(method.authorizationUrl).toBe("https://acme.zendesk.com/oauth/authorizations/new");
  });

  it("ask for the tenant when the description only gives an example", () => {
    const example = { tokenUrl: "https://your-subdomain.zendesk.com/oauth/tokens" };
    expect(fieldNames(example)).toEqual(["subdomain"]);
    expect(describeOAuth(example).method.tokenUrl).toBe("https://{subdomain}.zendesk.com/oauth/tokens");
  });

  it("do not require a field that has a default or is filled by signing in", () => {
    const microsoft = describeOAuth({
      tokenUrl: "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token",
    });
    expect(microsoft.fields).toMatchObject([{ fieldName: "tenant", required: false, default: "common" }]);
    const salesforce = describeOAuth({ tokenUrl: "https://login.salesforce.com/services/oauth2/token" });
    expect(salesforce.fields).toMatchObject([{ fieldName: "instanceUrl", required: false, secret: false }]);
  });

  it("ask for every part of an unknown provider's address", () => {
    const { fields, isProviderKnown } = describeOAuth({ tokenUrl: "https://{region}.id.test/token" });
    expect(isProviderKnown).toBe(false);
    expect(fields).toMatchObject([{ fieldName: "region", label: "Region", required: true }]);
    for (const value of ["evil.test/", "evil.test#", "a@evil.test", "evil.test:1", "a b", ""]) {
      expect(value).not.toMatch(new RegExp(`^(?:${fields[0]?.pattern})$`));
    }
  });
});
