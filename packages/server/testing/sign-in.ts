import { answerJson } from "./fault-server.ts";
import type { TestServer } from "./open-test-server.ts";

/** What the provider issues at a sign-in. */
export interface Issued {
  access_token: string;
  refresh_token?: string;
  expires_in?: number;
}

/** Begins a sign-in and lets the browser come back; answers our page and the state. */
export async function comeBack(
  server: TestServer,
  issued: Issued,
  body: Record<string, unknown> = {},
): Promise<{ page: Response; state: string }> {
  server.provider.on("/token", answerJson(200, { token_type: "bearer", ...issued }));
  server.provider.on("/me", answerJson(200, { login: "ada" }));
  const path = "/v1/connections/GetSignInUrl";
  const { state } = await server.call<{ state: string }>("POST", path, { applicationSlug: "shop", ...body });
  const page = await server.request(`/oauth/callback?code=the-code&state=${state}`);
  return { page, state };
}

/** Presses one of the page's buttons. */
export async function answerPage(
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

/** The whole way; answers the connection's id. */
export async function signIn(
  server: TestServer,
  issued: Issued,
  body: Record<string, unknown> = {},
): Promise<number> {
  const { page, state } = await comeBack(server, issued, body);
  await answerPage(server, page, "confirm");
  const path = `/v1/connections/SignInResult?state=${state}`;
  const { connectionId } = await server.call<{ connectionId: number }>("GET", path);
  return connectionId;
}
