import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { AnyToolExample, ToolExchange } from "@bowline/catalog";

/** Test support: plays an application. It returns the recorded responses of an example, and keeps what it received. */
export interface ExampleStandIn {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Sets the responses of the next requests. */
  expect(expected: ExpectedExchanges): void;
  /** The requests as an example has them, without what the example leaves out. */
  received(): ToolExchange["request"][];
  close(): Promise<void>;
}

export interface ExpectedExchanges {
  /** Comes before the path of each request. */
  basePath: string;
  exchanges: readonly ToolExchange[];
  /** The application's own address. In responses the stand-in's replaces it. */
  serverUrl: string;
}

/** The exchanges of an example. */
export const listExchanges = (example: AnyToolExample): ToolExchange[] =>
  "exchanges" in example ? example.exchanges : [example];

export async function openExampleStandIn(): Promise<ExampleStandIn> {
  let expected: ExpectedExchanges = { basePath: "", exchanges: [], serverUrl: "" };
  let received: ToolExchange["request"][] = [];
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const { basePath, exchanges, serverUrl } = expected;
      const exchange = exchanges[received.length];
      received.push(await readRequest(request, body, basePath));
      const { response: recorded = null, status = 200 } = exchange ?? { status: 500 };
      const isJson = typeof recorded !== "string";
      response.writeHead(status, { "content-type": isJson ? "application/json" : "text/plain" });
      const written = isJson ? JSON.stringify(recorded) : recorded;
      const own = `http://${request.headers.host}${basePath}`;
      response.end(serverUrl === "" ? written : written.replaceAll(serverUrl, own));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    expect(next) {
      expected = next;
      received = [];
    },
    received: () => received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A credential in the query is not part of an example. */
export const credentialCanary = "example-credential";

async function readRequest(
  { method = "", url = "", headers }: IncomingMessage,
  body: string,
  basePath: string,
): Promise<ToolExchange["request"]> {
  const { pathname, searchParams } = new URL(url, "http://stand.in");
  const query = readQuery(searchParams);
  const sent = await readBody(body, headers["content-type"] ?? "");
  return {
    method,
    path: pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname,
    ...(Object.keys(query).length > 0 && { query }),
    ...(sent !== undefined && { body: sent }),
  };
}

function readQuery(parameters: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name).filter((value) => !value.includes(credentialCanary));
    if (values.length > 0) {
      query[name] = values.length === 1 ? (values[0] ?? "") : values;
    }
  }
  return query;
}

/** JSON and forms as objects, everything else as text. A file in a form is `{fileName, contentType, text}`. */
async function readBody(body: string, contentType: string): Promise<unknown> {
  if (body === "") {
    return undefined;
  }
  if (contentType.includes("json")) {
    return JSON.parse(body);
  }
  if (contentType.includes("x-www-form-urlencoded")) {
    return readQuery(new URLSearchParams(body));
  }
  if (!contentType.startsWith("multipart/form-data")) {
    return body;
  }
  const form = await new Response(body, { headers: { "content-type": contentType } }).formData();
  const parts = await Promise.all(
    Array.from(form.entries(), async ([name, part]) => [
      name,
      typeof part === "string"
        ? part
        : { fileName: part.name, contentType: part.type, text: await part.text() },
    ]),
  );
  return Object.fromEntries(parts);
}
