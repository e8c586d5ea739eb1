import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import { isSecure } from "../identity/session-cookie.ts";

/**
 * Writes a cookie of this server's pages. No script reads it, and forms of other sites do not bring it.
 *
 * @param seconds how long the browser keeps it; 0 deletes it. Default: until the browser is closed
 */
export function writeCookie(
  context: Context,
  baseUrl: string,
  { name, value, seconds }: { name: string; value: string; seconds?: number },
): void {
  setCookie(context, name, value, {
    path: "/",
    httpOnly: true,
    secure: isSecure(baseUrl),
    sameSite: "Lax",
    ...(seconds !== undefined && { maxAge: seconds }),
  });
}
