import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ToolExample } from "@bowline/catalog";

/** Test support: plays an application. It returns the recorded response of an example when the request is the recorded one. */
export interface ExampleStandIn {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Sets the example of the next requests. Its path follows `basePath`. */
  expect(basePath: string, example: ToolExample): void;
  /** The last request as an example has it, without what the example leaves out. */
  received(): ToolExample["request"] | null;
  close(): Promise<void>;
}

export async function openExampleStandIn(): Promise<ExampleStandIn> {
  let expected: { basePath: string; example: ToolExample } | null = null;
  let received: ToolExample["request"] | null = null;
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const url = new URL(request.url ?? "", "http://stand.in");
      const basePath = expected?.basePath ?? "";
      const query = readQuery(url.searchParams);
      const sent = await readBody(body, request.headers["content-type"] ?? "");
      received = {
        method: request.method ?? "",
        path: url.pathname.startsWith(basePath) ? url.pathname.slice(basePath.length) : url.pathname,
        ...(Object.keys(query).length > 0 && { query }),
        ...(sent !== undefined && { body: sent }),
      };
      const { response: recorded = null, status = 200 } = expected?.example ?? {};
      const isJson = typeof recorded !== "string";
      response.writeHead(status, { "content-type": isJson ? "application/json" : "text/plain" });
      response.end(isJson ? JSON.stringify(recorded) : recorded);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    expect(basePath, example) {
      expected = { basePath, example };
      received = null;
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
