import type { Consent } from "./sign-in.ts";

/** Signs in at the strict provider as this account and consents. */
export const atStrictProvider =
  (account = "ada"): Consent =>
  async (browser, page) => {
    const consent = await browser.press(page, /continue/i, { login: account });
    return browser.press(consent, /continue/i);
  };

export const atOddProvider: Consent = (browser, page) => browser.press(page, /allow/i);
