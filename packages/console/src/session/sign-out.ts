import { consoleBase } from "../console-base.ts";
import { holdSignIn } from "./access-token.ts";
import { forgetEntries } from "./kept-entries.ts";
import { leavePage } from "./leave-page.ts";

const channelName = "bowline-session";
/** One for both directions: what is posted to it does not come back to this page. */
let channel: BroadcastChannel | undefined;

/**
 * Ends the session, and replaces this page, so that the back button does not show it. Never settles, because the page is about to go.
 *
 * @throws Error when the server did not end it
 */
export function signOut(): Promise<never> {
  const leaving = endSession();
  holdSignIn(leaving);
  return leaving;
}

async function endSession(): Promise<never> {
  const request = { method: "POST", body: new URLSearchParams() };
  const response = await fetch(`${consoleBase}/signout`, request).catch(() => null);
  if (!response?.ok) {
    throw new Error("The server does not end the session. Try again in a moment.");
  }
  channel?.postMessage("signed out");
  return leave();
}

function leave(): Promise<never> {
  forgetEntries();
  return leavePage(() => window.location.replace(`${consoleBase}/signin`));
}

/** Leaves the page, whatever it holds, when another tab signs out. */
export function followSignOut(): void {
  channel = new BroadcastChannel(channelName);
  channel.onmessage = () => holdSignIn(leave());
}
