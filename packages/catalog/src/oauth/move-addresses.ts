import type { OAuth2Method } from "./oauth2-method.ts";

/** An environment of an application. */
interface Server {
  name: string;
  serverUrl: string;
}

const endpoints = ["authorizationUrl", "tokenUrl", "refreshUrl", "revocationUrl", "discoveryUrl"] as const;

/**
 * Moves a method's OAuth addresses to the server that the operator set for a built-in application (decisions D67). They keep their
 * paths. The account call, which belongs to the API, moves with the API's base path.
 *
 * @param stated the environments in the description
 * @param serverUrl the operator's, without a trailing slash
 */
export function moveAddresses<Method extends { oauth2?: OAuth2Method | undefined }>(
  method: Method,
  stated: readonly Server[],
  serverUrl: string,
): Method {
  if (method.oauth2 === undefined) {
    return method;
  }
  const { environments: _, account, ...oauth2 } = method.oauth2;
  const { accountUrl, ...own } = method.oauth2.environments?.[stated[0]?.name ?? ""] ?? {};
  const origin = new URL(serverUrl).origin;
  const addresses: OAuth2Method = { ...oauth2, ...own };
  const moved = Object.fromEntries(
    endpoints.flatMap((name) => {
      const url = addresses[name];
      return url === undefined ? [] : [[name, moveToOrigin(url, origin)]];
    }),
  );
  const url = accountUrl ?? account?.url;
  return {
    ...method,
    oauth2: {
      ...addresses,
      ...moved,
      ...(account && url && { account: { ...account, url: moveAccount(url, stated, serverUrl, origin) } }),
    },
  };
}

const moveToOrigin = (url: string, origin: string): string =>
  origin + url.replace(/^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*/i, "");

function moveAccount(url: string, stated: readonly Server[], serverUrl: string, origin: string): string {
  const base = stated.map((environment) => environment.serverUrl).find((one) => url.startsWith(`${one}/`));
  return base === undefined ? moveToOrigin(url, origin) : serverUrl + url.slice(base.length);
}
