import type { ResponseFailure } from "@bowline/catalog";
import {
  RequestError,
  ResponseError,
  type ToolEgress,
  type ToolResponse,
} from "@bowline/catalog/application";
import { findResponseFailure } from "../find-response-failure.ts";
import { decodeBody, readStatedCharset } from "../text-charset.ts";
import type { AskedRequest, AskedResponse } from "./messages.ts";
import { writeRequest } from "./write-request.ts";

/**
 * Makes the `egress` of a tool's code.
 *
 * @param send has the server send the request
 */
export function createToolEgress(
  send: (request: AskedRequest) => Promise<AskedResponse>,
  rule: ResponseFailure | null,
): ToolEgress {
  return {
    async request(request) {
      const received = await send(writeRequest(request));
      if (!received.ok) {
        throw new RequestError(received.kind, received.message);
      }
      const response = createToolResponse(received);
      if (response.status < 200 || response.status >= 300) {
        throw new ResponseError(response);
      }
      const failure = rule === null ? null : findResponseFailure(rule, response.headers, readJson(response));
      if (failure !== null) {
        throw Object.assign(new ResponseError(response), { message: failure.message });
      }
      return response;
    },
  };
}

function createToolResponse({ status, headers, body }: AskedResponse & { ok: true }): ToolResponse {
  const charset = readStatedCharset(headers["content-type"] ?? "");
  const text = () => decodeBody(Buffer.from(body.buffer, body.byteOffset, body.byteLength), charset);
  return { status, headers, bytes: () => body, text, json: () => JSON.parse(text()) };
}

/** Undefined when the response is not JSON. */
function readJson(response: ToolResponse): unknown {
  try {
    return response.json();
  } catch {
    return undefined;
  }
}
