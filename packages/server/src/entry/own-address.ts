import { isLoopbackName } from "../loopback.ts";

/**
 * Whether a Host header names this server (decisions D59b). The port may differ, since a proxy may listen on another. Loopback names
 * count as each other. They are also allowed behind a proxy that names its own target: no other site can have such a name.
 */
export function isOwnHost(baseUrl: string, host: string | undefined): boolean {
  const hostname = readHostname(host);
  return hostname !== null && (hostname === new URL(baseUrl).hostname || isLoopbackName(hostname));
}

/** Whether an Origin header names this server: the public address, or the very host and port that the request was sent to. */
export function isOwnOrigin(baseUrl: string, origin: string, host: string | undefined): boolean {
  const url = URL.parse(origin);
  const base = new URL(baseUrl);
  if (url === null || url.origin !== origin || url.protocol !== base.protocol) {
    return false;
  }
  const isSameName =
    url.hostname === base.hostname || (isLoopbackName(url.hostname) && isLoopbackName(base.hostname));
  return (
    (isSameName && url.port === base.port) || (url.host === host?.toLowerCase() && isOwnHost(baseUrl, host))
  );
}

/**
 * The address of this server as a request named it: a server on this machine has several names, and a client compares the address of a
 * resource with the one that it called. Every other name, and every other port, gives the public address (decisions D56).
 *
 * @param host the Host header
 */
export function chooseOwnName(baseUrl: string, host: string | undefined): string {
  const base = new URL(baseUrl);
  const hostname = readHostname(host);
  if (
    hostname === null ||
    hostname === base.hostname ||
    !isLoopbackName(hostname) ||
    !isLoopbackName(base.hostname)
  ) {
    return baseUrl;
  }
  const called = new URL(`${base.protocol}//${host}`);
  return called.port === base.port ? baseUrl.replace(base.host, called.host) : baseUrl;
}

function readHostname(host: string | undefined): string | null {
  return host !== undefined && /^[\w.:[\]-]+$/.test(host)
    ? (URL.parse(`http://${host}`)?.hostname ?? null)
    : null;
}
