import { createTokenCaller } from "../authorization-server/support/token-client.ts";
import { createFormBrowser } from "../oauth/support/form-browser.ts";
import { deployment } from "./deployment.ts";
import { type Person, signInAt } from "./people.ts";

/** A person's console: what its browser gets from the session's cookie. */
export async function openConsoleOf(person: Person) {
  const { baseUrl } = deployment();
  const browser = createFormBrowser();
  await signInAt(browser, baseUrl, person);
  const url = new URL(`${baseUrl}/session/token`);
  const cookie = browser.cookies.write({ url, method: "POST", isCrossSite: false }) ?? "";
  const swap = () => fetch(url, { method: "POST", headers: { cookie, "sec-fetch-site": "same-origin" } });
  const { access_token: token } = (await (await swap()).json()) as { access_token: string };
  return { swap, caller: createTokenCaller(token) };
}
