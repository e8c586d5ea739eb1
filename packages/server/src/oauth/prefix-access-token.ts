import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { AccessTokens } from "../access-tokens/access-tokens.ts";
import { ApiError } from "../api-error.ts";
import { readBytes } from "../entry/read-bytes.ts";
import { accessTokenPrefix } from "./access-token-prefix.ts";

const maxBytes = 65_536;

/**
 * Marks an access token in the body of an introspection or revocation. The library refuses tokens that are JWTs there; a marked one
 * is looked up by the adapter, which verifies it. The token of a client's own credentials cannot be revoked and stays unmarked there:
 * the library says so.
 */
export async function prefixAccessToken(
  request: IncomingMessage,
  accessTokens: Pick<AccessTokens, "verify">,
): Promise<IncomingMessage> {
  const body = await readBody(request);
  if (body === null) {
    return replaceBody(request, Buffer.alloc(maxBytes + 1));
  }
  const form = new URLSearchParams(body.toString());
  const [token = "", ...others] = form.getAll("token");
  // The library refuses a request that names several.
  const isMarked = others.length === 0 && (await isToBeMarked(request, token, accessTokens));
  if (!isMarked) {
    return replaceBody(request, body);
  }
  form.set("token", accessTokenPrefix + token);
  return replaceBody(request, Buffer.from(form.toString()));
}

async function isToBeMarked(
  { url }: IncomingMessage,
  token: string,
  accessTokens: Pick<AccessTokens, "verify">,
): Promise<boolean> {
  if (token.split(".").length !== 3) {
    return false;
  }
  const isRevocation = url?.startsWith("/oauth/revoke") === true;
  return !isRevocation || (await accessTokens.verify(token))?.subject.startsWith("grant:") === true;
}

/** Null when the body is larger than any token, or does not arrive. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  try {
    return await readBytes(request, maxBytes);
  } catch (error) {
    if (error instanceof ApiError) {
      return null;
    }
    throw error;
  }
}

/** The same request with another body. */
function replaceBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor, socket } =
    request;
  const { "transfer-encoding": _, ...kept } = headers;
  return Object.assign(Readable.from([body], { objectMode: false }), {
    method,
    url,
    rawHeaders,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    socket,
    connection: socket,
    headers: { ...kept, "content-length": String(body.length) },
  }) as unknown as IncomingMessage;
}
