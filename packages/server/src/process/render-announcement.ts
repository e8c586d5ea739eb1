import type { AddressInfo } from "node:net";
import { join, relative } from "node:path";
import type { Config } from "../config.ts";
import type { FirstAccess } from "./prepare-database.ts";

/**
 * Renders the lines printed at the start. They contain the key only at the first start, and the link only when it is made. The link is
 * the last line: what a person has to click must not be searched for.
 */
export function renderAnnouncement(
  config: Config,
  address: AddressInfo | string | null,
  { apiKey, signInLink }: FirstAccess,
): string {
  const port = typeof address === "object" && address !== null ? address.port : config.port;
  const url = `http://${config.host === "0.0.0.0" || config.host === "::" ? "localhost" : config.host}:${port}`;
  const keyFile = relative(process.cwd(), join(config.dataDir, "admin-api-key"));
  const keyLines =
    apiKey === null
      ? []
      : [`  Admin API key  ${apiKey}`, `                 shown this once, and kept in ${keyFile}`];
  const linkFile = relative(process.cwd(), join(config.dataDir, "admin-sign-in-link"));
  const linkLines =
    signInLink === null
      ? []
      : ["", `Open this link to sign in. It works once, and is kept in ${linkFile}:`, signInLink];
  return [
    `Bowline is ready at ${url}`,
    ...(config.console ? [`  Console        ${url}/console/`] : []),
    `  Reference      ${url}/docs`,
    ...keyLines,
    `  Try it         curl ${url}/v1/auth/whoami -H "x-api-key: $(cat ${keyFile})"`,
    ...linkLines,
    "",
  ].join("\n");
}
