import { expect, it } from "vitest";
import { moveServer } from "./move-server.ts";

const at = (serverUrl: string) => [{ name: "production", serverUrl }];

it("moves what lies below the application's server with it", () => {
  const own = "https://api.example.com/2010/Accounts/{accountSid}";
  expect(moveServer(own, at("https://api.example.com"), "http://127.0.0.1:1/double")).toBe(
    "http://127.0.0.1:1/double/2010/Accounts/{accountSid}",
  );
});

it("keeps the path of another server", () => {
  const stated = at("https://api.example.com/accounting/2.0");
  const move = (serverUrl: string) => moveServer("https://api.example.com/files/1.0/", stated, serverUrl);
  expect(move("http://127.0.0.1:1")).toBe("http://127.0.0.1:1/files/1.0");
  expect(move("http://127.0.0.1:1/accounting/2.0")).toBe("http://127.0.0.1:1/files/1.0");
  expect(move("http://127.0.0.1:1/double/accounting/2.0")).toBe("http://127.0.0.1:1/double/files/1.0");
  expect(move("http://127.0.0.1:1/double")).toBe("http://127.0.0.1:1/double/files/1.0");
});

it("drops the host of another server, also where it is a variable", () => {
  const stated = at("https://api.example.com");
  expect(moveServer("https://uploads.example.com", stated, "http://127.0.0.1:1/v3")).toBe(
    "http://127.0.0.1:1/v3",
  );
  expect(moveServer("https://{site}.example.com/v2", stated, "http://127.0.0.1:1/v3")).toBe(
    "http://127.0.0.1:1/v3/v2",
  );
  expect(moveServer("{instanceUrl}/data", at("{instanceUrl}"), "http://127.0.0.1:1")).toBe(
    "http://127.0.0.1:1/data",
  );
});

it("takes no host or path that only begins like the application's server for one below it", () => {
  const move = (own: string) => moveServer(own, at("https://api.example.com/v1"), "http://127.0.0.1:1/v1");
  expect(move("https://api.example.com/v10/files")).toBe("http://127.0.0.1:1/v10/files");
  expect(
    moveServer("https://api.example.com:8443/x", at("https://api.example.com"), "http://127.0.0.1:1"),
  ).toBe("http://127.0.0.1:1/x");
});
