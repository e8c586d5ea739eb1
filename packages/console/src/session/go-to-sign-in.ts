import { consoleBase } from "../console-base.ts";
import { leavePage } from "./leave-page.ts";

/**
 * Returns the address of the sign-in page, which leads back to this page.
 *
 * @param isEnded whether to say there that the session has ended
 */
export function buildSignInAddress(isEnded: boolean): string {
  const { pathname, search, hash } = window.location;
  const returnTo = pathname.slice(consoleBase.length) + search + hash;
  return `${consoleBase}/signin?${new URLSearchParams({ returnTo, ...(isEnded && { ended: "true" }) })}`;
}

/** Leaves for the sign-in page. Never settles, because the page is about to go. */
export function goToSignIn(isEnded: boolean): Promise<never> {
  return leavePage(() => window.location.replace(buildSignInAddress(isEnded)));
}
