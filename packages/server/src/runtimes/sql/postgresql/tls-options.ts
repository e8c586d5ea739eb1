import type { ConnectionOptions } from "node:tls";
import type { DatabaseTarget } from "../dialect.ts";

/** How a connection is encrypted, and how the server's certificate is checked. */
export const buildTlsOptions = ({ host, sslMode, caCertificate }: DatabaseTarget): ConnectionOptions => ({
  // The name in the certificate, also where it is an address, which has no server name in TLS.
  host,
  rejectUnauthorized: sslMode === "verify-full",
  ...(caCertificate !== null && { ca: caCertificate }),
});
