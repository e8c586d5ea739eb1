/** The reference: forwards each request to the origin in its first argument and returns the response. It does nothing else. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Dispatcher, Pool } from "undici";
import { reportPort } from "./child-process.ts";

const [origin = ""] = process.argv.slice(2);
const pool = new Pool(origin, { connections: 256, pipelining: 1 });

function forward(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const chunks: Buffer[] = [];
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {},
    onResponseStart(_controller, statusCode, headers) {
      response.statusCode = statusCode;
      response.setHeader("content-type", headers["content-type"] ?? "application/octet-stream");
    },
    onResponseData(_controller, chunk) {
      chunks.push(chunk);
    },
    onResponseEnd() {
      response.end(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    },
    onResponseError(_controller, error) {
      response.writeHead(502).end(error.message);
    },
  };
  const contentType = request.headers["content-type"];
  pool.dispatch(
    {
      path: request.url ?? "/",
      method: request.method ?? "GET",
      headers: contentType ? { "content-type": contentType } : {},
      body: body.length > 0 ? body : null,
    },
    handler,
  );
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => forward(request, response, Buffer.concat(chunks)));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => reportPort(server));
