import { expect } from "vitest";
import { uniqueName } from "../../support/actors.ts";
import type { ImportedApplication } from "../../support/applications.ts";
import { type Caller, type CallerTarget, succeed } from "../../support/caller.ts";
import { deployment } from "../../support/deployment.ts";
import type { Application, Connection, ImportResult, JsonObject } from "../../support/records.ts";
import { findSecret } from "../../support/secrets.ts";
import { createFormBrowser, type FormBrowser } from "./form-browser.ts";
import type { Page } from "./page.ts";

/** A provider with an API to import. */
export interface ImportableProvider {
  document: JsonObject;
  client: { clientId: string; clientSecret: string };
}

/** An imported application with one OAuth method and the company's client. */
export interface OAuthApplication extends ImportedApplication {
  authenticationId: number;
}

export interface SignInUrl {
  signInUrl: string;
  state: string;
}

/** The response of `SignInResult`. */
export interface SignInResult {
  status: "pending" | "confirmed" | "failed" | "expired";
  connectionId: number | null;
  name: string | null;
  error: string | null;
}

/** The steps of a person at the provider, from its first page to the redirect back. */
export type Consent = (browser: FormBrowser, page: Page) => Promise<Page>;

/** Presses one control. */
export const press =
  (control: RegExp): Consent =>
  (browser, page) =>
    browser.press(page, control);

/** Texts of the controls on our confirmation page. */
export const confirming = /confirm|connect|allow|give|yes/i;
export const refusing = /cancel|refuse|decline|deny|reject|do not|don't|\bno\b/i;

/** The redirect address: the callback at the server's default base address. */
export function buildRedirectUri(target: CallerTarget = deployment()): string {
  return `http://localhost:${new URL(target.baseUrl).port}/oauth/callback`;
}

/** Imports the provider's API and enters the company's client. */
export async function importProvider(admin: Caller, provider: ImportableProvider): Promise<OAuthApplication> {
  const slug = uniqueName("oauth");
  const body = { source: "openapi", slug, document: provider.document };
  const result = await succeed<ImportResult>(admin.post("/v1/applications", body));
  expect(result.warnings).toEqual([]);
  const record = await succeed<Application>(admin.get(`/v1/applications/${slug}`));
  const authenticationId = record.authentications[0]?.authenticationId ?? 0;
  await succeed(
    admin.put(`/v1/applications/${slug}/authentications/${authenticationId}/client`, provider.client),
  );
  return { slug, record, result, authenticationId, tool: (operationId) => `${slug}_${operationId}` };
}

export function requestSignIn(
  caller: Caller,
  application: OAuthApplication,
  more: Record<string, unknown> = {},
): Promise<SignInUrl> {
  const body = { applicationSlug: application.slug, ...more };
  return succeed<SignInUrl>(caller.post("/v1/connections/GetSignInUrl", body));
}

/** Signs in at the provider and returns our confirmation page. */
export async function openConfirmation(
  browser: FormBrowser,
  signInUrl: string,
  consent: Consent,
): Promise<Page> {
  return checkForLeaks(await consent(browser, await browser.open(signInUrl)));
}

/** Confirms the sign-in. */
export async function confirm(browser: FormBrowser, page: Page): Promise<Page> {
  expect(page.status, page.text).toBe(200);
  return checkForLeaks(await browser.press(page, confirming));
}

/** Checks that a page shows no client secret and no token (decisions D25). */
function checkForLeaks(page: Page): Page {
  expect(findSecret(page.html)).toBeNull();
  return page;
}

export async function readSignInResult(caller: Caller, state: string): Promise<SignInResult> {
  return succeed<SignInResult>(caller.get("/v1/connections/SignInResult", { state }));
}

/** Signs in from start to end and returns the connection. */
export async function signIn(
  caller: Caller,
  application: OAuthApplication,
  consent: Consent,
  more: Record<string, unknown> = {},
): Promise<Connection> {
  const browser = createFormBrowser();
  const { signInUrl, state } = await requestSignIn(caller, application, more);
  const page = await openConfirmation(browser, signInUrl, consent);
  const done = await confirm(browser, page);
  expect(done.status, done.text).toBe(200);
  const { connectionId } = await readSignInResult(caller, state);
  expect(connectionId, done.text).toEqual(expect.any(Number));
  return succeed<Connection>(caller.get(`/v1/connections/${connectionId}`));
}

/** The caller's connections to the application. */
export async function listConnections(caller: Caller, application: OAuthApplication): Promise<Connection[]> {
  const query = { applicationSlug: application.slug, top: 100 };
  const { items } = await succeed<{ items: Connection[] }>(caller.get("/v1/connections", query));
  return items;
}
