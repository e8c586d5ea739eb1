import type { ErrorOut, KoaContextWithOIDC } from "oidc-provider";
import { findRedirectFault } from "./normalize-client.ts";
import type { RenderPage } from "./user-code-pages.ts";

/** Shows an error that cannot be sent to the program, and what the person can do about it. */
export async function showRequestError(
  ctx: KoaContextWithOIDC,
  renderPage: RenderPage,
  { error, error_description: reason }: ErrorOut,
): Promise<void> {
  const told = (error === "invalid_redirect_uri" && describeRedirectFault(ctx)) || reason;
  const text = `${describeRemedy(error)} (${error}${told === undefined ? "" : `: ${told}`})`;
  const title = "The program's request cannot be used";
  const { html, headers } = await renderPage({ title, text, end: "failed" });
  ctx.set(headers);
  ctx.type = "html";
  ctx.body = html;
}

/** Names what the library does not, since it has only found that the client may not use the address. */
function describeRedirectFault({ oidc }: KoaContextWithOIDC): string | null {
  const fault = findRedirectFault(String(oidc.params?.redirect_uri));
  return fault === null ? null : `redirect_uri ${fault}`;
}

function describeRemedy(error: string): string {
  switch (error) {
    case "invalid_client":
      return "This server does not know the program, or no longer does. Remove Bowline in the program, and add it there again.";
    case "invalid_redirect_uri":
      return "The program wants you to be sent to an address that this server refuses. Remove Bowline in the program, and add it there again.";
    case "temporarily_unavailable":
      return "Wait a while, then start again in the program.";
    case "server_error":
      return "The server failed. Try again in a moment.";
    default:
      return "Start again in the program. If that does not help, its maker can tell what is wrong.";
  }
}
