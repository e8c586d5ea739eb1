import { request } from "undici";
import { describe, expect, test } from "vitest";
import { describeOwnServer, useOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";

interface HostResponse {
  status: number;
  body: Record<string, unknown>;
  challenge: string;
}

async function ask(baseUrl: string, path: string, host: string): Promise<HostResponse> {
  const response = await request(baseUrl + path, { headers: { host } });
  const { "www-authenticate": challenge = "" } = response.headers;
  const body = (await response.body.json()) as Record<string, unknown>;
  return { status: response.statusCode, body, challenge: String(challenge) };
}

const metadataPath = "/.well-known/oauth-protected-resource/mcp";
const issuerPath = "/.well-known/oauth-authorization-server";
const forgedHosts = [
  "evil.example",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "user@localhost",
  "10.0.0.1",
];

describeOwnServer("a server whose address is localhost", () => {
  const own = useOwnServer({});
  const portOf = () => new URL(own.server.baseUrl).port;
  const nameOf = () => `http://localhost:${portOf()}`;

  test.each(["localhost", "127.0.0.1", "[::1]"])(
    "asked as %s says so",
    proves("clients.loopback.metadata"),
    async (name) => {
      const host = `${name}:${portOf()}`;
      expect((await ask(own.server.baseUrl, metadataPath, host)).body).toMatchObject({
        resource: `http://${host}/mcp`,
        authorization_servers: [nameOf()],
      });
      for (const path of ["/mcp", "/v1/toolsets"]) {
        const { status, challenge } = await ask(own.server.baseUrl, path, host);
        expect(status).toBe(401);
        expect(challenge).toContain(
          `resource_metadata="http://${host}/.well-known/oauth-protected-resource/`,
        );
      }
    },
  );

  test(
    "gives its own address for every other name and port",
    proves("clients.loopback.metadata", "clients.loopback.issuer"),
    async () => {
      for (const host of [...forgedHosts.map((name) => `${name}:${portOf()}`), "127.0.0.1:1", "127.0.0.1"]) {
        const { body } = await ask(own.server.baseUrl, metadataPath, host);
        expect(body, host).toMatchObject({ resource: `${nameOf()}/mcp`, authorization_servers: [nameOf()] });
        expect((await ask(own.server.baseUrl, issuerPath, host)).body.issuer, host).toBe(nameOf());
        const { challenge } = await ask(own.server.baseUrl, "/v1/toolsets", host);
        expect(challenge, host).toContain(`resource_metadata="${nameOf()}/`);
      }
      expect((await ask(own.server.baseUrl, issuerPath, `127.0.0.1:${portOf()}`)).body.issuer).toBe(nameOf());
    },
  );
});

describeOwnServer("a server with a public address", () => {
  const publicUrl = "https://bowline.example.com";
  const own = useOwnServer({ BOWLINE_BASE_URL: publicUrl });

  describe.each(["localhost", "127.0.0.1", ...forgedHosts])("asked as %s", (name) => {
    test("gives that address", proves("clients.loopback.metadata", "clients.loopback.issuer"), async () => {
      for (const host of [name, `${name}:443`, `${name}:${new URL(own.server.baseUrl).port}`]) {
        expect((await ask(own.server.baseUrl, metadataPath, host)).body, host).toMatchObject({
          resource: `${publicUrl}/mcp`,
          authorization_servers: [publicUrl],
        });
        expect((await ask(own.server.baseUrl, issuerPath, host)).body.issuer, host).toBe(publicUrl);
        const { challenge } = await ask(own.server.baseUrl, "/v1/toolsets", host);
        expect(challenge, host).toContain(`resource_metadata="${publicUrl}/`);
      }
    });
  });
});
