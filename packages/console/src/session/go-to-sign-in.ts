import { consoleBase } from "../console-base.ts";

/** Leaves for the sign-in page, which leads back to this page. Never settles, because the page is about to go. */
export function goToSignIn(): Promise<never> {
  const { pathname, search, hash } = window.location;
  const here = pathname.slice(consoleBase.length) + search + hash;
  window.location.replace(`${consoleBase}/signin?returnTo=${encodeURIComponent(here)}`);
  return new Promise(() => {});
}
