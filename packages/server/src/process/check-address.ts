import { once } from "node:events";
import { type AddressInfo, createServer, isIPv6 } from "node:net";

interface Address {
  host: string;
  port: number;
}

/** Explains why an address cannot be listened on, by the error's code, and what to do. */
export function explainAddress(error: unknown, { host, port }: Address): Error {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return new Error(
        `Port ${port} of ${host} is in use. Stop the other program or set PORT to another one.`,
      );
    case "EACCES":
      return new Error(`Port ${port} is reserved for administrators. Set PORT to 1024 or above.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new Error(
        `${host} is not an address of this machine. Set HOST to one, such as 127.0.0.1, or 0.0.0.0 for all.`,
      );
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}

/**
 * Checks that the server can listen, before it opens anything else.
 *
 * @returns the port: a free one for 0
 * @throws Error that says what to do
 */
export async function checkAddress(address: Address): Promise<number> {
  const server = createServer();
  try {
    server.listen(address.port, address.host);
    await once(server, "listening");
  } catch (error) {
    throw explainAddress(error, address);
  }
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/**
 * Finds out whether the default public address, which is on localhost, leads to another place than the one that the server listens on.
 *
 * @returns the address to set instead; null when all is well
 */
export function findMissedBaseUrl({ host, port, baseUrl }: Address & { baseUrl: string }): string | null {
  const isReached = ["127.0.0.1", "::1", "localhost", "0.0.0.0", "::"].includes(host);
  const listeningAt = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  return isReached || baseUrl !== `http://localhost:${port}` ? null : listeningAt;
}
