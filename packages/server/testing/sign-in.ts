import { respondWithJson } from "./fault-server.ts";
import type { TestServer } from "./open-test-server.ts";

/** What the provider issues at a sign-in. */
export interface Issued {
  access_token: string;
  refresh_token?: string;
  expires_in?: number;
}

/** Begins a sign-in and lets the browser come back; returns our page and the state. @param account its name at the provider */
export async function comeBack(
  server: TestServer,
  issued: Issued,
  body: Record<string, unknown> = {},
  account = "ada",
): Promise<{ page: Response; state: string }> {
  server.provider.on("/token", respondWithJson(200, { token_type: "bearer", ...issued }));
  server.provider.on("/me", respondWithJson(200, { login: account }));
  const path = "/v1/connections/GetSignInUrl";
  const { state } = await server.call<{ state: string }>("POST", path, { applicationSlug: "shop", ...body });
  const page = await server.request(`/oauth/callback?code=the-code&state=${state}`);
  return { page, state };
}

/** Presses one of the page's buttons. */
export async function submitPage(
  server: TestServer,
  page: Response,
  decision: "confirm" | "refuse",
): Promise<Response> {
  const html = await page.clone().text();
  const token = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const cookie = page.headers.get("set-cookie")?.split(";")[0] ?? "";
  return server.request("/oauth/confirm", {
    method: "POST",
    headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ token, decision }).toString(),
  });
}

/** The whole way; returns the connection's id. */
export async function signIn(
  server: TestServer,
  issued: Issued,
  body: Record<string, unknown> = {},
): Promise<number> {
  const { page, state } = await comeBack(server, issued, body);
  await submitPage(server, page, "confirm");
  const path = `/v1/connections/SignInResult?state=${state}`;
  const { connectionId } = await server.call<{ connectionId: number }>("GET", path);
  return connectionId;
}
