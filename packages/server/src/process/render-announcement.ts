import type { AddressInfo } from "node:net";
import { join, relative } from "node:path";
import type { Config } from "../config.ts";

/** Renders the lines printed at the start. They contain the key only at the first start. */
export function renderAnnouncement(
  config: Config,
  address: AddressInfo | string | null,
  firstKey: string | null,
): string {
  const port = typeof address === "object" && address !== null ? address.port : config.port;
  const url = `http://${config.host === "0.0.0.0" || config.host === "::" ? "localhost" : config.host}:${port}`;
  const keyFile = relative(process.cwd(), join(config.dataDir, "admin-api-key"));
  const keyLines =
    firstKey === null
      ? []
      : [`  Admin API key  ${firstKey}`, `                 shown this once, and kept in ${keyFile}`];
  return [
    `Bowline is ready at ${url}`,
    `  Reference      ${url}/docs`,
    ...keyLines,
    `  Try it         curl ${url}/v1/auth/whoami -H "x-api-key: $(cat ${keyFile})"`,
    "",
  ].join("\n");
}
