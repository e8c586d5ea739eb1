import type { AuthPlugin } from "mysql2";
import { SqlFailure } from "../sql-failure.ts";
import { loadDriver } from "./load-driver.ts";

/** Asks the server for a key to encrypt the password with. Whoever stands between can send a key of their own. */
const requestsForKey: Record<string, Buffer> = {
  caching_sha2_password: Buffer.from([2]),
  sha256_password: Buffer.from([1]),
};

/** Ways to log in without an encrypted connection: none that gives the password itself to whoever asks for it. */
export const pluginsWithoutTls: Record<string, AuthPlugin> = {
  caching_sha2_password: guard("caching_sha2_password"),
  sha256_password: guard("sha256_password"),
  mysql_clear_password: () => () => refuse(),
};

function guard(name: "caching_sha2_password" | "sha256_password"): AuthPlugin {
  return (parts) => {
    const respond = loadDriver().authPlugins[name]()(parts);
    return (data) => {
      const response = respond(data);
      return Buffer.isBuffer(response) && requestsForKey[name]?.equals(response) ? refuse() : response;
    };
  };
}

function refuse(): never {
  throw new SqlFailure(
    "downstreamUnavailable",
    "The database asks for the password itself, which is sent only through an encrypted connection. Set the connection's `sslMode` to `require` or `verify-full`.",
  );
}
