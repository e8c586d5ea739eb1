import { consoleBase } from "../console-base.ts";
import { forgetAccessToken } from "./access-token.ts";

/** Ends the session, and replaces this page, so that the back button does not show it. */
export async function signOut(): Promise<void> {
  await fetch(`${consoleBase}/signout`, { method: "POST", body: new URLSearchParams() });
  forgetAccessToken();
  window.location.replace(`${consoleBase}/signin`);
}
