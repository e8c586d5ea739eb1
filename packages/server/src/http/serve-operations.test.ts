import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServer, type TestServer } from "../../testing/open-test-server.ts";
import { UnreadResponses } from "../entry/unread-responses.ts";
import { Reply } from "../operations/handler.ts";
import { handlers } from "../operations/handlers.ts";
import { serveOperations } from "./serve-operations.ts";

let server: TestServer;
let port: number;
const listening = createServer((request, response) => serve(request, response));
let serve: ReturnType<typeof serveOperations>;
let latest: IncomingMessage;

beforeAll(async () => {
  server = await openTestServer("http://localhost:4400");
  const getIdentity = async () => new Reply("{}", { "x-bad": "two\nlines" });
  const listExecutions = async () => {
    throw Object.assign(new Error("sorry, too many clients already"), { code: "53300" });
  };
  const listGrants = async () => {
    await once(latest, "end");
    return new Reply("{}");
  };
  listening.prependListener("request", (request) => {
    latest = request;
  });
  const own = { ...handlers, getIdentity, listExecutions, listGrants };
  serve = serveOperations(server.deps, own, new UnreadResponses());
  await once(listening.listen(0, "127.0.0.1"), "listening");
  port = (listening.address() as AddressInfo).port;
});
afterAll(async () => {
  listening.close();
  await server.close();
});

/** Sends a request as it is, and returns the whole response. */
async function send(requestLine: string, headers = "", body = ""): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(
    `${requestLine} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-api-key: ${server.apiKey}\r\n${headers}\r\n${body}`,
  );
  return text(socket);
}

test("a response that cannot be sent becomes an error", async () => {
  const response = await send("GET /v1/auth/whoami");
  expect(response).toContain("500 Internal Server Error");
  expect(response).toContain('"errorCode":"INTERNAL_ERROR"');
});

test("HEAD is no method of the API", async () => {
  expect(await send("HEAD /v1/auth/whoami")).toContain("404 Not Found");
});

test("a database without a free connection is told, and when to try again", async () => {
  const response = await send("GET /v1/executions");
  expect(response).toContain("500 Internal Server Error");
  expect(response).toMatch(/^retry-after: 5\r$/m);
  expect(response).toContain("The database has no free connection for the server.");
});

test("an address that nobody should send is an error of the request", async () => {
  for (const target of [
    "/v1/%zz",
    "/v1/tools/%",
    "/v1/tools/%ff/execute",
    "/v1//",

    "*",
    "//v1/x",
  ]) {
    expect(await send(`GET ${target}`), target).toMatch(/^HTTP\/1.1 40[04] /);
  }
});

test("a whole address is accepted, as a proxy sends it", async () => {
  const response = await send("GET http://example.com/v1/tools/none/Schema?x=1");
  expect(response).toContain('"path":"/v1/tools/none/Schema"');
});

test("the body of a request that takes none is dropped while the request is served", async () => {
  const body = "x".repeat(1_000_000);
  const response = await send("GET /v1/grants", `content-length: ${body.length}\r\n`, body);
  expect(response).toContain("200 OK");
});

test("a body that ends too early is an error of the request", async () => {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.end(
    `POST /v1/toolsets HTTP/1.1\r\nhost: x\r\nx-api-key: ${server.apiKey}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"na`,
  );
  expect(await text(socket)).not.toContain("500");
  expect((await send("GET /v1/none")).slice(0, 12)).toBe("HTTP/1.1 404");
});
