import type { McpClient } from "./mcp-clients.ts";

/** The server as a client is to know it. */
export interface McpServerEntry {
  /** The entry's name, such as `bowline`. */
  name: string;
  /** `{base}/mcp` or `{base}/mcp/{toolsetId}`. */
  url: string;
  /** How the client proves who it is: it signs in, or sends the key that stands in the environment, or this key. */
  credential: "oauth" | "environment" | { apiKey: string };
  /**
   * Starts the bridge, for a client that only starts programs. It starts them in a folder of its own, so `command` and `args` name
   * programs by their whole paths: npx would ask the public registry there. Absent: such a client gets no configuration.
   */
  bridge?: { command: string; args: string[]; env: Record<string, string> };
}

/** The placeholder of a key, for a client that reads no environment. */
const placeholder = "KEY";

/**
 * Writes a client's configuration: JSON, or TOML for a client that has it. Without a key in `credential` it contains no secret.
 *
 * @returns null for a client that is set up in its own pages, and for one that needs a bridge when the entry has none
 */
export function writeClientConfig(client: McpClient, entry: McpServerEntry): string | null {
  if (client.config === null || (client.needsBridge && entry.bridge === undefined)) {
    return null;
  }
  if (client.isToml) {
    return writeToml(client.config.serversKey, entry);
  }
  const { serversKey, urlKey, extra, keyReference } = client.config;
  const key = typeof entry.credential === "object" ? entry.credential.apiKey : (keyReference ?? placeholder);
  const headers = entry.credential === "oauth" ? {} : { headers: { "x-api-key": key } };
  const server = client.needsBridge ? entry.bridge : { ...extra, [urlKey]: entry.url, ...headers };
  return JSON.stringify({ [serversKey]: { [entry.name]: server } }, null, 2);
}

function writeToml(serversKey: string, { name, url, credential }: McpServerEntry): string {
  const lines = [`[${serversKey}.${JSON.stringify(name)}]`, `url = ${JSON.stringify(url)}`];
  if (credential === "environment") {
    lines.push('bearer_token_env_var = "BOWLINE_API_KEY"');
  } else if (credential !== "oauth") {
    lines.push(`http_headers = { "x-api-key" = ${JSON.stringify(credential.apiKey)} }`);
  }
  return lines.join("\n");
}
