import { expect, test } from "vitest";
import type { CatalogAuthentication } from "../application.ts";
import { moveAddresses } from "./move-addresses.ts";

const method: CatalogAuthentication = {
  key: "oauth",
  type: "oauth2",
  name: "Sign in",
  description: "",
  scopes: [],
  fields: [],
  placements: [],
  oauth2: {
    authorizationUrl: "https://git.test/login/oauth/authorize?allow=1",
    tokenUrl: "https://git.test/login/oauth/access_token",
    revocationUrl: "https://{tenant}.git.test/revoke",
    account: { url: "https://api.git.test/user", labelPaths: ["/login"] },
  },
};
const stated = [{ name: "production", serverUrl: "https://api.git.test" }];

test("OAuth addresses move to the operator's origin and keep their paths", () => {
  const { oauth2 } = moveAddresses(method, stated, "https://git.example.com/api/v3");
  expect(oauth2).toEqual({
    authorizationUrl: "https://git.example.com/login/oauth/authorize?allow=1",
    tokenUrl: "https://git.example.com/login/oauth/access_token",
    revocationUrl: "https://git.example.com/revoke",
    account: { url: "https://git.example.com/api/v3/user", labelPaths: ["/login"] },
  });
});

test("an account call elsewhere keeps its path", () => {
  const account = { url: "https://accounts.git.test/me", labelPaths: ["/login"] };
  const moved = moveAddresses({ ...method, oauth2: { account } }, stated, "http://127.0.0.1:9/api");
  expect(moved.oauth2?.account?.url).toBe("http://127.0.0.1:9/me");
});

test("the endpoints of the first environment are those that move", () => {
  const environments = {
    production: { tokenUrl: "https://live.test/token" },
    sandbox: { tokenUrl: "https://try.test/t" },
  };
  const moved = moveAddresses({ ...method, oauth2: { environments } }, stated, "http://127.0.0.1:9");
  expect(moved.oauth2).toEqual({ tokenUrl: "http://127.0.0.1:9/token" });
});

test("a method without OAuth stays as it is", () => {
  const { oauth2: _, ...plain } = method;
  const key: CatalogAuthentication = { ...plain, type: "apiKey" };
  expect(moveAddresses(key, stated, "http://127.0.0.1:9")).toBe(key);
});
