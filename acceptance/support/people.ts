import { expect } from "vitest";
import { createFormBrowser, type FormBrowser } from "../oauth/support/form-browser.ts";
import type { Page } from "../oauth/support/page.ts";
import { uniqueName } from "./actors.ts";
import { type Caller, succeed } from "./caller.ts";
import type { Member } from "./records.ts";

export const goodPassword = "plain words that nobody else took";

/** A member with a password. */
export interface Person {
  accountUserId: number;
  email: string;
  password: string;
}

export interface Invited extends Omit<Person, "password"> {
  invitationUrl: string;
}

/** Adds a person to the Admin's company. */
export async function invitePerson(
  admin: Caller,
  changes: { email?: string; fullName?: string; role?: string } = {},
): Promise<Invited> {
  const body = {
    kind: "person",
    fullName: "Robin Example",
    email: `${uniqueName("robin")}@example.com`,
    role: "Member",
    ...changes,
  };
  const member = await succeed<Member & { invitationUrl: string }>(admin.post("/v1/members", body));
  return { accountUserId: member.accountUserId, email: body.email, invitationUrl: member.invitationUrl };
}

/** Accepts an invitation in a browser, which is signed in then. */
export async function acceptInvitation(
  browser: FormBrowser,
  invitationUrl: string,
  password: string = goodPassword,
): Promise<Page> {
  return browser.press(await browser.open(invitationUrl), /accept|set the password/i, { password });
}

/** Adds a person who has accepted. */
export async function hirePerson(admin: Caller): Promise<Person> {
  const { invitationUrl, ...person } = await invitePerson(admin);
  const page = await acceptInvitation(createFormBrowser(), invitationUrl, goodPassword);
  expect(page.status).toBe(200);
  return { ...person, password: goodPassword };
}

/** Fills in the sign-in page. */
export async function signInAt(
  browser: FormBrowser,
  baseUrl: string,
  { email, password }: Pick<Person, "email" | "password">,
  returnTo: string | null = null,
): Promise<Page> {
  const query = returnTo === null ? "" : `?${new URLSearchParams({ returnTo })}`;
  return browser.press(await browser.open(`${baseUrl}/signin${query}`), /^sign in$/i, { email, password });
}

/** Whether a browser is signed in, by the page that everybody has. */
export async function isSignedIn(browser: FormBrowser, baseUrl: string): Promise<boolean> {
  const page = await browser.open(`${baseUrl}/account`);
  expect(page.status).toBe(200);
  return !page.url.includes("/signin");
}
