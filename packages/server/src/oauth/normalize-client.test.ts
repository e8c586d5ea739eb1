import { expect, test } from "vitest";
import { freeScope, type LooseMetadata, normalizeClient } from "./normalize-client.ts";

function normalize(metadata: LooseMetadata, isDocument = false): LooseMetadata {
  const copy = { ...metadata };
  normalizeClient(copy, isDocument);
  return copy;
}

test("redirects decide whether a client is a native application", () => {
  const kinds: [string, string][] = [
    ["https://editor.example/callback", "web"],
    ["http://localhost:3000/callback", "native"],
    ["https://localhost/callback", "native"],
    ["cursor://callback", "native"],
    ["com.example.app:/callback", "native"],
  ];
  for (const [redirect, kind] of kinds) {
    expect(normalize({ redirect_uris: [redirect] }).application_type, redirect).toBe(kind);
  }
});

test("what is no text in the place of a redirect is left for the library to refuse", () => {
  const odd = [{ toString: 1 }, null, "cursor://callback"];
  expect(normalize({ redirect_uris: odd })).toMatchObject({ redirect_uris: odd, application_type: "native" });
});

test("grants that no person is asked for are dropped", () => {
  const redirects = { redirect_uris: ["https://editor.example/"] };
  const asked = (grants: unknown) => normalize({ ...redirects, grant_types: grants }).grant_types;
  expect(asked(undefined)).toEqual(["authorization_code", "refresh_token"]);
  expect(asked(["client_credentials"])).toEqual(["authorization_code"]);
  expect(asked(["implicit", "authorization_code"])).toEqual(["authorization_code"]);
  expect(asked(["refresh_token"])).toEqual(["authorization_code", "refresh_token"]);
});

test("a client of devices alone needs no redirect", () => {
  const metadata = normalize({ grant_types: ["urn:ietf:params:oauth:grant-type:device_code"] });
  expect(metadata).toMatchObject({ response_types: [], redirect_uris: [] });
});

test("unknown scopes are dropped", () => {
  expect(normalize({ scope: "tools:read made:up  admin" }).scope).toBe("tools:read admin");
  expect(normalize({ scope: "made:up" }).scope).toBeUndefined();
});

test("scopes that a client named are what it gets by default, and limit it only when it needs no person", () => {
  const editor = { scope: "tools:read", grant_types: ["authorization_code"] };
  freeScope(editor);
  expect(editor).toMatchObject({ scope: undefined, bowline_default_scope: "tools:read" });
  const job = { scope: "tools:read", grant_types: ["client_credentials"] };
  freeScope(job);
  expect(job.scope).toBe("tools:read");
  expect(normalize({ bowline_default_scope: "admin" }).bowline_default_scope).toBeUndefined();
});

test("plain http is for this machine only", () => {
  for (const uri of ["http://editor.example/", "http://localhost.example/", "http://127.0.0.1.nip.io/"]) {
    expect(() => normalize({ redirect_uris: [uri] }), uri).toThrow(
      expect.objectContaining({
        error: "invalid_redirect_uri",
        error_description: "redirect_uris must use https, except on this machine",
      }),
    );
  }
});

test("schemes of browsers, networks and systems are refused, and those of applications are not", () => {
  const refused = [
    "ws://e.example/",
    "WSS://e.example/",
    "intent://e.example/",
    "view-source:https://e.example/",
  ];
  const ofSystems = ["ms-msdt:/id", "search-ms:query=x", "shell:startup", "itms-services://?x", "c:/windows"];
  for (const uri of [...refused, ...ofSystems, "microsoft-edge:https://e.example/", "mailto:a@e.example"]) {
    expect(() => normalize({ redirect_uris: [uri] }), uri).toThrow(
      expect.objectContaining({ error: "invalid_redirect_uri" }),
    );
  }
  const own = [
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "vscode://vscode.github-authentication/did-authenticate",
  ];
  for (const uri of [...own, "vscode-insiders://x/y", "claude://callback", "com.example.app:/callback"]) {
    expect(normalize({ redirect_uris: [uri] }).application_type, uri).toBe("native");
  }
});

test("a user name before the host is refused", () => {
  for (const uri of [
    "https://known.example@e.example/",
    "http://a:b@127.0.0.1/",
    "cursor://known.example@x/",
  ]) {
    expect(() => normalize({ redirect_uris: [uri] }), uri).toThrow(
      expect.objectContaining({ error: "invalid_redirect_uri" }),
    );
  }
});

test("redirects that parsers read differently are refused", () => {
  const unfit = [" https://e.example/", "https://e.example/\n", "https://e.example/\0", "https:e.example/"];
  for (const uri of [
    ...unfit,
    "https:\\\\e.example/",
    "https://known.example\\@e.example/",
    "https://e.example/\ud800",
  ]) {
    expect(() => normalize({ redirect_uris: [uri] }), uri).toThrow(
      expect.objectContaining({
        error: "invalid_redirect_uri",
        error_description:
          "redirect_uris must hold no spaces, backslashes or control characters, and have // after https:",
      }),
    );
  }
});

test("a name that nobody can see is refused", () => {
  for (const name of ["   ", "\u200b\u2066", "\n", "\u2800"]) {
    expect(() => normalize({ client_name: name })).toThrow(
      expect.objectContaining({ error_description: "client_name must have a character that can be seen" }),
    );
  }
  expect(normalize({ client_name: "TV\u202e in the hall" }).client_name).toBe("TV\u202e in the hall");
});

test("too many redirects are refused with the limit", () => {
  const redirects = Array<string>(21).fill("https://editor.example/");
  expect(() => normalize({ redirect_uris: redirects })).toThrow(
    expect.objectContaining({ error_description: expect.stringContaining("20 members") }),
  );
});

test("a client described by a document has no secret", () => {
  const method = { token_endpoint_auth_method: "client_secret_basic" };
  expect(normalize(method, true).token_endpoint_auth_method).toBe("none");
  expect(normalize(method, false).token_endpoint_auth_method).toBe("client_secret_basic");
});

test("long metadata are refused with the limit", () => {
  const metadata: LooseMetadata = { redirect_uris: ["https://editor.example/"] };
  expect(() => normalize({ ...metadata, ...{ logo_uri: `https://e.example/${"x".repeat(8192)}` } })).toThrow(
    expect.objectContaining({
      error: "invalid_client_metadata",
      error_description: "the metadata may have at most 8192 characters",
    }),
  );
});
