import type { McpServerEntry } from "./mcp-client-config.ts";
import type { McpClient } from "./mcp-clients.ts";

/** Whether the client can reach the address. One that calls from its maker's cloud needs a public https address. */
export function canReach({ reachesLocalhost }: McpClient, url: string): boolean {
  return reachesLocalhost || isPublic(new URL(url));
}

/**
 * Writes a link that opens the client with the server filled in. A key in `credential` is part of the link.
 *
 * @returns null for a client without such links, and for one that cannot reach the address
 */
export function writeInstallLink(client: McpClient, entry: McpServerEntry): string | null {
  const { name, url } = entry;
  if (!canReach(client, url)) {
    return null;
  }
  const { keyReference = null } = client.config ?? {};
  const headers = writeHeaders(entry, keyReference ?? "KEY");
  switch (client.link) {
    case null:
      return null;
    case "cursor": {
      const config = encodeURIComponent(encodeBase64(JSON.stringify({ url, ...headers })));
      return `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(name)}&config=${config}`;
    }
    case "vscode":
      return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: "http", url, ...headers }))}`;
    case "connector":
      return `https://claude.ai/customize/connectors?modal=add-custom-connector&connectorName=${encodeURIComponent(name)}&connectorUrl=${encodeURIComponent(url)}`;
  }
}

/**
 * Writes the command of the client's own program that adds the server, for a POSIX shell.
 *
 * @returns null for a client without such a command
 */
export function writeSetUpCommand(client: McpClient, entry: McpServerEntry): string | null {
  const { name, url, credential } = entry;
  const { headers } = writeHeaders(entry, "$BOWLINE_API_KEY");
  const key = headers?.["x-api-key"];
  // Double quotes, so that the shell puts in the variable. No key contains a character that matters there.
  const header = key === undefined ? "" : ` --header "x-api-key: ${key}"`;
  switch (client.command) {
    case null:
      return null;
    case "claude":
      return `claude mcp add --transport http${header} --scope user ${quote(name)} ${quote(url)}`;
    case "gemini":
      return `gemini mcp add --transport http${header} ${quote(name)} ${quote(url)}`;
    case "codex": {
      const bearer = credential === "oauth" ? "" : " --bearer-token-env-var BOWLINE_API_KEY";
      return `codex mcp add ${quote(name)} --url ${quote(url)}${bearer}`;
    }
    case "code": {
      const { keyReference = null } = client.config ?? {};
      const server = { name, type: "http", url, ...writeHeaders(entry, keyReference ?? "KEY") };
      return `code --add-mcp ${quote(JSON.stringify(server))}`;
    }
  }
}

function writeHeaders(
  { credential }: McpServerEntry,
  reference: string,
): { headers?: { "x-api-key": string } } {
  if (credential === "oauth") {
    return {};
  }
  return { headers: { "x-api-key": credential === "environment" ? reference : credential.apiKey } };
}

/** Base64 of the text as UTF-8. */
const encodeBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Names without a dot, such as `localhost`, and addresses of private networks are not on the internet. */
const isPublic = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" &&
  hostname.includes(".") &&
  !/^(?:127|10|0)\.|^192\.168\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|\.(?:local|internal|lan|localhost)$/.test(
    hostname,
  );

const quote = (word: string): string =>
  /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
