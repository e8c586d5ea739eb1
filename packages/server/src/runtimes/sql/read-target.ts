import { X509Certificate } from "node:crypto";
import { connectionError } from "../request-build-error.ts";
import type { Access } from "../runtime.ts";
import { fillVariables } from "../server-url.ts";
import type { DatabaseTarget } from "./dialect.ts";

const sslModes = ["disable", "prefer", "require", "verify-full"] as const;

/**
 * Reads from a connection's fields where and as whom to connect.
 *
 * @throws RequestBuildError when a field is missing, or the application's address was replaced
 */
export function readTarget(
  { serverUrl, variables }: Access,
  scheme: string,
): { target: DatabaseTarget; destination: string } {
  const destination = fillVariables(serverUrl, variables);
  const url = URL.parse(destination);
  if (url === null || url.protocol !== `${scheme}:` || url.port === "") {
    throw connectionError("The database's address must be set by the connection's fields `host` and `port`.");
  }
  const sslMode = sslModes.find((mode) => mode === variables.sslMode);
  if (sslMode === undefined) {
    throw connectionError("The connection's field `sslMode` is not set.");
  }
  const target = {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port),
    database: readText(variables, "database"),
    user: readText(variables, "user"),
    password: readText(variables, "password"),
    sslMode,
    caCertificate: readCertificate(variables.caCertificate ?? "", sslMode),
    // Only a clear word allows writing.
    readOnly: variables.readOnly !== "false",
  };
  return { target, destination };
}

function readCertificate(text: string, sslMode: DatabaseTarget["sslMode"]): string | null {
  if (text.trim() === "") {
    return null;
  }
  if (sslMode !== "verify-full") {
    throw connectionError("The connection's field `caCertificate` needs `sslMode` `verify-full`.");
  }
  if (!isCertificate(text)) {
    throw connectionError("The connection's field `caCertificate` is not a certificate in PEM.");
  }
  return text;
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== null;
  } catch {
    return false;
  }
}

function readText(variables: Access["variables"], name: string): string {
  const value = variables[name] ?? "";
  if (value === "" || value.includes("\0")) {
    throw connectionError(`The connection's field \`${name}\` is not set or holds the character NUL.`);
  }
  return value;
}
