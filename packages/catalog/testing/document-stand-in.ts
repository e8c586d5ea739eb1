import { createServer, type IncomingMessage, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, text as readText } from "node:stream/consumers";
import { cutDocument } from "./cut-document.ts";
import { openPartsJudge, type PartsJudge } from "./judge-parts.ts";
import { type Prism, readRefusal, startPrism } from "./start-prism.ts";

/**
 * Plays an application by its own documents. What they allow gets 200, everything else 422 with the reason. Prism reads requests, and
 * what it cannot read is parsed and compared with the document beside it.
 */
export interface DocumentStandIn {
  origin: string;
  /** The operation that requests are meant for, as `[prefix ]METHOD /path`. Null: the one whose path fits best. */
  expected: string | null;
  /** Why the last request was refused. Null: it was allowed. */
  refusal: string | null;
  stop(): Promise<void>;
}

interface Place {
  key: string;
  /** `METHOD /path`. */
  operation: string;
  method: string;
  /** Matches the end of a request's path. */
  pattern: RegExp;
  part: Part;
}

interface Part {
  prism: Prism;
  judge: PartsJudge;
}

/**
 * @param documents by the prefix of their operations
 * @param operationKeys the operations that it knows
 */
export async function startDocumentStandIn(
  documents: ReadonlyMap<string, { [member: string]: unknown }>,
  operationKeys: readonly string[],
): Promise<DocumentStandIn> {
  const places: Place[] = [];
  const parts: Part[] = [];
  for (const [prefix, document] of documents) {
    const own = operationKeys.filter((key) => splitKey(key).prefix === prefix);
    if (own.length > 0) {
      const cut = cutDocument(document, new Set(own.map((key) => splitKey(key).operation)));
      const judge = openPartsJudge(cut);
      const part = { judge, prism: await startPrism(judge.rest) };
      parts.push(part);
      places.push(...own.map((key) => ({ ...splitKey(key), key, part })));
    }
  }
  const standIn: DocumentStandIn = {
    origin: "",
    expected: null,
    refusal: null,
    async stop() {
      await new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
      await Promise.all(parts.map(({ prism }) => prism.stop()));
    },
  };
  const server = createServer((request, response) => {
    const place = findPlace(places, request, standIn.expected);
    const judging = place === undefined ? noPlace(request) : judgeRequest(request, place);
    void judging
      .catch((error: Error) => error.message)
      .then((refusal) => {
        standIn.refusal = refusal;
        response.writeHead(refusal === null ? 200 : 422, { "content-type": "application/json" });
        response.end(JSON.stringify(refusal === null ? { ok: true } : { refusal }));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  standIn.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return standIn;
}

const noPlace = async ({ method, url }: IncomingMessage): Promise<string> =>
  `No operation takes ${method} ${url}.`;

function splitKey(key: string): Omit<Place, "key" | "part"> & { prefix: string } {
  const parts = key.split(" ");
  const [method = "", ...path] = parts.length > 2 && !parts[1]?.startsWith("/") ? parts.slice(1) : parts;
  const prefix = parts.length > 2 && !parts[1]?.startsWith("/") ? (parts[0] ?? "") : "";
  const template = path.join(" ");
  const literal = (text: string) => encodeURI(text).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = template
    .replace(/[?#].*$/, "")
    .split(/\{[^}]*\}/)
    .map(literal)
    .join("[^/]+");
  return { prefix, operation: `${method} ${template}`, method, pattern: new RegExp(`${pattern}$`) };
}

function findPlace(
  places: readonly Place[],
  { method = "", url = "" }: IncomingMessage,
  expected: string | null,
): Place | undefined {
  const path = url.replace(/[?].*$/, "");
  return places
    .filter((place) => place.method === method && (expected === null || place.key === expected))
    .filter(({ pattern }) => pattern.test(path))
    .toSorted((one, other) => other.pattern.source.length - one.pattern.source.length)[0];
}

async function judgeRequest(
  request: IncomingMessage,
  { operation, pattern, part: { prism, judge } }: Place,
): Promise<string | null> {
  const content = await buffer(request);
  const { pathname, search } = new URL(request.url ?? "", "http://stand.in");
  const { "content-type": contentType = "", ...others } = request.headers;
  const own = await judge.judge(operation, search.slice(1), { contentType, content });
  if (own !== null) {
    return own;
  }
  const hasBody = content.length > 0 && !judge.readsBody(operation);
  const left = new Set(["host", "connection", "content-length", "transfer-encoding"]);
  const headers = Object.entries(others).filter(([name]) => !left.has(name));
  const path = pattern.exec(pathname)?.[0] ?? pathname;
  return askPrism(prism, {
    method: request.method ?? "GET",
    path: path + search,
    headers: {
      ...Object.fromEntries(headers),
      ...(!judge.readsBody(operation) && contentType !== "" && { "content-type": contentType }),
    },
    body: hasBody ? content : null,
  });
}

interface Forwarded {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer | null;
}

async function askPrism(prism: Prism, { path, body, ...options }: Forwarded): Promise<string | null> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // A connection that is kept may be closed by prism just when it is used again.
    const sent = sendRequest(prism.origin + path, { ...options, agent: false }, resolve);
    sent.on("error", reject);
    sent.end(body);
  });
  const text = await readText(response);
  try {
    return readRefusal(response.statusCode ?? 0, JSON.parse(text));
  } catch {
    // A mocked response that is no JSON is no refusal.
    return null;
  }
}
