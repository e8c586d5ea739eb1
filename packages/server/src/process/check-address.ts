import { once } from "node:events";
import { createServer } from "node:net";

/** Explains why an address cannot be listened on, by the error's code, and what to do. */
export function explainAddress(error: unknown, { host, port }: { host: string; port: number }): Error {
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
 * @throws Error that says what to do
 */
export async function checkAddress(address: { host: string; port: number }): Promise<void> {
  const server = createServer();
  try {
    server.listen(address.port, address.host);
    await once(server, "listening");
  } catch (error) {
    throw explainAddress(error, address);
  }
  server.close();
  await once(server, "close");
}
