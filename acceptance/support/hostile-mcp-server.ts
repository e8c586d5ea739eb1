import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An MCP server whose tool `give` returns a result of any size and form. */
export interface HostileMcpServer {
  url: string;
  /** The JSON text of the next results. */
  result: string;
  /** The tools that it lists. */
  tools: object[];
  /** The tools that it lists besides, for those who send the header `X-Key`. */
  keyTools: object[];
  /** The status of a request without that header; null: it is served. */
  keylessStatus: number | null;
  /** Whether the results come as events of a stream. */
  isStream: boolean;
  /** What a stream begins with. */
  beginning: string;
  /** The only path that it knows; null: any. */
  path: string | null;
  /** Its metadata as a protected resource (RFC 9728); null: none. */
  resource: object | null;
  /** What happens before it lists its tools. */
  beforeListing(): Promise<unknown>;
  /** How many calls of tools came. */
  calls: number;
  close(): void;
}

const description = {
  resultType: "complete",
  supportedVersions: ["2026-07-28"],
  capabilities: { tools: {} },
  ttlMs: 0,
  cacheScope: "private",
};

/** Starts the server. It speaks revision 2026-07-28 only. */
export async function startHostileMcpServer(host: string): Promise<HostileMcpServer> {
  const hostile: HostileMcpServer = {
    url: "",
    result: "{}",
    tools: [{ name: "give", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }],
    keyTools: [],
    keylessStatus: null,
    isStream: false,
    beginning: "",
    path: null,
    resource: null,
    beforeListing: async () => {},
    calls: 0,
    close: () => void server.close().closeAllConnections(),
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) {
      body += chunk;
    }
    const { id, method } = body === "" ? { id: 0, method: "" } : JSON.parse(body);
    if (method === "tools/list") {
      await hostile.beforeListing();
    }
    const hasKey = request.headers["x-key"] !== undefined;
    if (!hasKey && hostile.keylessStatus !== null) {
      response
        .writeHead(hostile.keylessStatus, { "content-type": "application/json" })
        .end('{"message":"No key"}');
      return;
    }
    const results: Record<string, string> = {
      "server/discover": JSON.stringify(description),
      "tools/list": JSON.stringify({
        resultType: "complete",
        tools: hasKey ? [...hostile.tools, ...hostile.keyTools] : hostile.tools,
        ttlMs: 0,
        cacheScope: "private",
      }),
      "tools/call": hostile.result,
    };
    const result = results[method];
    hostile.calls += method === "tools/call" ? 1 : 0;
    if (hostile.resource !== null && request.url?.startsWith("/.well-known/oauth-protected-resource")) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(hostile.resource));
      return;
    }
    const isElsewhere = hostile.path !== null && request.url !== hostile.path;
    if (result === undefined || isElsewhere) {
      response.writeHead(isElsewhere ? 404 : 405).end();
      return;
    }
    const message = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
    const isStream = hostile.isStream && method === "tools/call";
    response
      .writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" })
      .end(isStream ? `${hostile.beginning}event: message\ndata: ${message}\n\n` : message);
  }).listen(0, host);
  await once(server, "listening");
  hostile.url = `http://${host}:${(server.address() as AddressInfo).port}/mcp`;
  return hostile;
}
