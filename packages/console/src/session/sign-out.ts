import { consoleBase } from "../console-base.ts";
import { forgetAccessToken } from "./access-token.ts";

const channelName = "bowline-session";

/** Ends the session, and replaces this page, so that the back button does not show it. */
export async function signOut(): Promise<void> {
  await fetch(`${consoleBase}/signout`, { method: "POST", body: new URLSearchParams() });
  forgetAccessToken();
  new BroadcastChannel(channelName).postMessage("signed out");
  window.location.replace(`${consoleBase}/signin`);
}

/** Leaves the page, whatever it holds, when another tab signs out. */
export function followSignOut(): void {
  new BroadcastChannel(channelName).onmessage = () => window.location.replace(`${consoleBase}/signin`);
}
