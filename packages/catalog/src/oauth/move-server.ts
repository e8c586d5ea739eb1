import { trimEndSlashes } from "../trim-end-slashes.ts";

/** An environment of an application. */
interface Server {
  serverUrl: string;
}

/**
 * Moves the server of a single operation along with its built-in application, whose server the operator set (decisions D67). It keeps
 * its path, behind what the operator's address has before the application's own base path.
 *
 * @param own the operation's server, possibly a template
 * @param stated the environments in the description
 * @param serverUrl the operator's, without a trailing slash
 */
export function moveServer(own: string, stated: readonly Server[], serverUrl: string): string {
  const main = stated[0]?.serverUrl ?? "";
  if (main !== "" && (own === main || own.startsWith(`${main}/`))) {
    return serverUrl + own.slice(main.length);
  }
  const basePath = pathOf(main);
  const before = serverUrl.endsWith(basePath)
    ? serverUrl.slice(0, serverUrl.length - basePath.length)
    : serverUrl;
  return before + pathOf(own);
}

/** The text behind the host, without a trailing slash. The address may be a template. */
const pathOf = (url: string): string => trimEndSlashes(url.replace(/^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/]*/i, ""));
