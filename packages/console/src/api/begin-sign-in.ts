import { ApiError } from "@bowline/sdk";
import { serverUrl } from "../console-base.ts";
import { notePage } from "../parts/note-page.ts";
import { bowline } from "./bowline.ts";

/**
 * Leaves for an application's sign-in page.
 *
 * @param returnPath where the browser comes back to, below the console
 */
export async function beginSignIn(
  request: Parameters<typeof bowline.connections.getSignInUrl>[0],
  returnPath: string,
): Promise<void> {
  const isHere = notePage();
  const returnUrl = `${serverUrl}/console${returnPath}`;
  const { signInUrl } = await bowline.connections
    .getSignInUrl({ ...request, returnUrl })
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.details.some(({ field }) => field === "returnUrl")) {
        // The console is open at another address than the server's own, such as 127.0.0.1 for localhost. A page of the server ends it then.
        return bowline.connections.getSignInUrl(request);
      }
      throw error;
    });
  if (isHere()) {
    window.location.assign(signInUrl);
  }
}
