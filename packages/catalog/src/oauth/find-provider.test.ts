import { describe, expect, it } from "vitest";
import { findProvider, recognizeProvider } from "./find-provider.ts";

describe("recognizeProvider", () => {
  it.each([
    ["https://github.com/login/oauth/authorize", "github"],
    ["https://GitHub.com:443/login", "github"],
    ["https://acme.zendesk.com/oauth/tokens", "zendesk"],
    ["https://{subdomain}.zendesk.com/oauth/tokens", "zendesk"],
    ["https://accounts.google.com/.well-known/openid-configuration", "google"],
    ["https://slack.com/oauth/v2/authorize", "slack"],
    ["https://unsplash.com/oauth/token", "unsplash"],
  ])("recognizes %s as %s", (url, key) => {
    expect(recognizeProvider(url)?.key).toBe(key);
  });

  it.each([
    "https://github.com.evil.test/login",
    "https://evil.test/github.com",
    "https://github.com@evil.test/",
    "https://evil.test\\@github.com/login",
    "https://notzendesk.com/oauth",
    "https://zendesk.com/oauth",
    "/oauth/token",
    "",
  ])("recognizes no provider for %j", (url) => {
    expect(recognizeProvider(url)).toBeUndefined();
  });
});

describe("findProvider", () => {
  it("finds a provider by its key, and none for another", () => {
    expect(findProvider("slack-user")?.method.scopeParameter).toBe("user_scope");
    expect(findProvider("nobody")).toBeUndefined();
  });
});
