import { request } from "undici";

/** Everything that came back over HTTP. */
export interface Recording {
  /** What was asked, and all of the answer in one text. */
  answers: { asked: string; status: number; text: string }[];
  call(method: string, path: string, options?: CallOptions): Promise<{ status: number; body: unknown }>;
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls one server with one key and keeps every answer; judges none of them. */
export function startRecording(baseUrl: string, apiKey: string): Recording {
  const answers: Recording["answers"] = [];
  return {
    answers,
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
      answers.push({
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
