import type { World } from "./open-world.ts";

const scopes = [
  "tools:read",
  "tools:execute",
  "connections:write",
  "toolsets:read",
  "toolsets:write",
  "history:read",
] as const;

/** Makes a service member called "Page" and returns an access token for it. */
export async function createServiceToken({ bowline, baseUrl }: World): Promise<string> {
  const { accountUserId } = await bowline.members.create({
    kind: "service",
    fullName: "Page",
    email: "page@example.com",
    role: "Admin",
  });
  const client = { name: "Page", accountUserId, scopes: [...scopes] };
  const { clientId, clientSecret } = await bowline.clients.create(client);
  const metadata = await fetch(`${baseUrl}/.well-known/oauth-authorization-server`);
  const { token_endpoint: endpoint } = (await metadata.json()) as { token_endpoint: string };
  const response = await fetch(endpoint, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials", scope: scopes.join(" ") }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
