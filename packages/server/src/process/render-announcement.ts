import { existsSync } from "node:fs";
import { isIPv6 } from "node:net";
import { join, relative } from "node:path";
import type { Config } from "../config/config.ts";
import { quoteForShell } from "../quote-for-shell.ts";
import type { FirstAccess } from "./prepare-database.ts";

/**
 * Renders the lines printed at the start. They contain the key only at the first start, and the link only when it is made. The link is
 * the last line: what a person has to click must not be searched for.
 */
export function renderAnnouncement(config: Config, { apiKey, signInLink }: FirstAccess): string {
  const isEverywhere = config.host === "0.0.0.0" || config.host === "::";
  const host = isIPv6(config.host) ? `[${config.host}]` : config.host;
  const url = `http://${isEverywhere ? "localhost" : host}:${config.port}`;
  const keyPath = join(config.dataDir, "admin-api-key");
  const keyFile = shortenPath(keyPath);
  // The operator was told to store the key elsewhere and to delete the file.
  const key = existsSync(keyPath) ? `$(cat ${quoteForShell(keyFile)})` : "<your API key>";
  const keyLines =
    apiKey === null
      ? []
      : [`  Admin API key  ${apiKey}`, `                 shown this once, and kept in ${keyFile}`];
  const linkFile = shortenPath(join(config.dataDir, "admin-sign-in-link"));
  const linkLines =
    signInLink === null
      ? []
      : ["", `Open this link to sign in. It works once, and is kept in ${linkFile}:`, signInLink];
  return [
    `Bowline is ready at ${url}`,
    // Where the link signs in: browsers keep a session for one name.
    ...(config.console ? [`  Console        ${config.baseUrl}/console/`] : []),
    `  Reference      ${url}/docs`,
    ...keyLines,
    `  Try it         curl ${url}/v1/auth/whoami -H "x-api-key: ${key}"`,
    ...linkLines,
    "",
  ].join("\n");
}

/** Returns the path from the working folder, or the absolute path of a file outside of it, such as one on a container's volume. */
function shortenPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith("..") ? path : fromHere;
}
