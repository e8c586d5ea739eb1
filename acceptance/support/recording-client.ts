import { request } from "undici";

/** All responses received over HTTP. */
export interface Recording {
  /** Each request, and the whole response as one text. */
  responses: { asked: string; status: number; text: string }[];
  call(method: string, path: string, options?: CallOptions): Promise<{ status: number; body: unknown }>;
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls one server with one key and keeps all responses without checking them. */
export function startRecording(baseUrl: string, apiKey: string): Recording {
  const responses: Recording["responses"] = [];
  return {
    responses,
    async call(method, path, { body, headers } = {}) {
      const response = await request(baseUrl + path, {
        method: method as "GET",
        headers: {
          "x-api-key": apiKey,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const text = await response.body.text();
      const lines = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`);
      responses.push({
        asked: `${method} ${path.split("?")[0]}`,
        status: response.statusCode,
        text: `${lines.join("\n")}\n\n${text}`,
      });
      return { status: response.statusCode, body: parse(text) };
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
