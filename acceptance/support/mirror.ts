import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { JsonObject } from "./records.ts";

/** An application that returns the credentials it was called with. */
export interface Mirror {
  origin: string;
  stop(): Promise<void>;
}

type Reflection = (response: ServerResponse, secret: string) => void | Promise<void>;

const json = { "content-type": "application/json" };
const text = (type: string, encode: (secret: string) => string): Reflection => {
  return (response, secret) => void response.writeHead(200, { "content-type": type }).end(encode(secret));
};
const refuse = (status: number): Reflection => {
  return (response, secret) =>
    void response
      .writeHead(status, { ...json, "www-authenticate": `Bearer error="${secret}"` })
      .end(JSON.stringify({ error: { message: `The key ${secret} is not valid`, detail: [secret] } }));
};
const redirect = (location: (secret: string) => string): Reflection => {
  return (response, secret) =>
    void response.writeHead(302, { location: location(encodeURIComponent(secret)) }).end();
};

/** The ways in which it returns the secret, by name. */
export const reflections: Record<string, Reflection> = {
  json: (response, secret) =>
    void response.writeHead(200, json).end(
      JSON.stringify({
        heard: secret,
        [secret]: { nested: [`before ${secret} after`] },
        url: `/x?k=${encodeURIComponent(secret)}`,
      }),
    ),
  respelled: (response, secret) =>
    void response.writeHead(200, json).end(`{"heard":"${spell(secret)}","${spell(secret)}":1}`),
  headers: (response, secret) =>
    void response
      .writeHead(200, {
        ...json,
        "x-heard": secret,
        "x-bytes": utf8(secret),
        "x-encoded": encodeURIComponent(secret),
        "set-cookie": `a=${encodeURIComponent(secret)}`,
      })
      .end("{}"),
  plain: text("text/plain; charset=utf-8", (secret) => `You sent ${secret}.`),
  html: text("text/html", (secret) => `<title>${html(secret)}</title><p>${html(secret)}</p>`),
  form: text("application/x-www-form-urlencoded", (secret) => new URLSearchParams({ secret }).toString()),
  binary: text("application/octet-stream", (secret) => `\x01\x02${secret}\x03`),
  wide: (response, secret) =>
    void response
      .writeHead(200, { "content-type": "text/plain; charset=utf-16le" })
      .end(Buffer.from(secret, "utf16le")),
  zipped: (response, secret) =>
    void response
      .writeHead(200, { ...json, "content-encoding": "gzip" })
      .end(gzipSync(JSON.stringify({ heard: secret }))),
  base64: text("application/json", (secret) =>
    JSON.stringify({ heard: Buffer.from(secret).toString("base64") }),
  ),
  base64url: text("application/json", (secret) =>
    JSON.stringify({ heard: Buffer.from(secret).toString("base64url") }),
  ),
  hex: text("application/json", (secret) => JSON.stringify({ heard: Buffer.from(secret).toString("hex") })),
  broken: text("application/json", (secret) => `{"heard": ${JSON.stringify(secret)}`),
  refused400: refuse(400),
  refused401: refuse(401),
  refused403: refuse(403),
  refused429: refuse(429),
  refused500: refuse(500),
  refused503: refuse(503),
  refusedHtml: (response, secret) =>
    void response.writeHead(500, { "content-type": "text/html" }).end(`<h1>No: ${html(secret)}</h1>`),
  inward: redirect((secret) => `http://10.1.2.3/${secret}?key=${secret}`),
  nowhere: redirect((secret) => `http://${secret}.invalid/?key=${secret}`),
  rubbish: redirect((secret) => `http://[${secret}`),
  round: redirect((secret) => `?again=${secret}`),
  cut: async (response, secret) => {
    response.writeHead(200, { ...json, "content-length": "100000" }).write(JSON.stringify({ heard: secret }));
    await delay(20);
    response.destroy();
  },
  slow: async (response, secret) => {
    response.writeHead(200, json).write(`{"heard": ${JSON.stringify(secret)}`);
    await delay(5000);
    response.end("}");
  },
  large: (response, secret) =>
    void response.writeHead(200, json).end(JSON.stringify({ heard: secret, filling: secret.repeat(5000) })),
  long: (response, secret) =>
    void response
      .writeHead(400, json)
      .end(JSON.stringify({ message: `${"x".repeat(270)} ${secret} was sent` })),
};

const noteSchema = {
  type: "object",
  properties: {
    note: { type: "object", additionalProperties: true },
    list: { type: "array", items: { type: "string" } },
    other: { type: "object", additionalProperties: true },
  },
};

/** One read and one write for each reflection. */
export const reflectionPaths: JsonObject = Object.fromEntries(
  Object.keys(reflections).map((name) => [
    `/${name}`,
    {
      get: { operationId: `read_${name.toLowerCase()}`, responses: { 200: { description: "OK" } } },
      post: {
        operationId: `write_${name.toLowerCase()}`,
        requestBody: {
          content: { "application/json": { schema: noteSchema } },
        },
        responses: { 200: { description: "OK" } },
      },
    },
  ]),
);

export async function startMirror(): Promise<Mirror> {
  const server = createServer((request, response) => {
    request.resume();
    const name = /^\/[^/]*\/[^/]*\/([^/?]*)/.exec(request.url ?? "")?.[1] ?? "";
    const reflect = reflections[name] ?? refuse(404);
    Promise.resolve(reflect(response, readCredential(request))).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("The mirror has no port.");
  }
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Reads the secret from wherever the request has it. */
function readCredential({ headers, url = "" }: IncomingMessage): string {
  const authorization = headers.authorization ?? "";
  const [scheme = "", value = ""] = authorization.split(/ (.*)/s);
  if (scheme === "Basic") {
    return Buffer.from(value, "base64").toString().split(/:(.*)/s)[1] ?? "";
  }
  if (scheme !== "") {
    return value;
  }
  const cookie = /service_cookie=([^;]*)/.exec(headers.cookie ?? "")?.[1];
  const key = URL.parse(url, "http://x")?.searchParams.get("service_key");
  return String(headers["x-service-key"] ?? key ?? (cookie && decodeURIComponent(cookie)) ?? "nothing");
}

/** Node writes each character of a header as one byte. */
const utf8 = (secret: string): string => Buffer.from(secret).toString("latin1");
const spell = (secret: string): string =>
  secret.replaceAll(/[\s\S]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
const html = (secret: string): string =>
  secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
