import type { Kysely } from "kysely";
import type { KoaContextWithOIDC } from "oidc-provider";
import { readDatabaseTime } from "../db/database-clock.ts";
import type { Schema } from "../db/schema.ts";
import { errors } from "./library.ts";
import { requestMarks } from "./request-marks.ts";

/** The browser keeps a request in cookies until a person has decided it (decisions D56a). */
const maxParamsBytes = 4096;

/** What the library calls for each of our parameters, when it has checked the others. */
export const buildMarks = (db: Kysely<Schema>) => ({
  [requestMarks.began]: async ({ oidc }: KoaContextWithOIDC) => {
    const params = readParams(oidc.params);
    checkLength(params);
    params[requestMarks.began] = String(await readDatabaseTime(db));
    // The library does not know who is signed in, and would refuse. Our page does, and asks nobody anything.
    params[requestMarks.silent] = params.prompt === "none" ? "true" : undefined;
    params.prompt = params.prompt === "none" ? undefined : params.prompt;
  },
  [requestMarks.silent]: null,
  [requestMarks.openResource]: null,
});

/** Notes that a request has the default resource, so that the person can choose another one (decisions D57). */
export function markOpenResource({ oidc }: KoaContextWithOIDC): void {
  if (oidc.route === "authorization" || oidc.route === "device_authorization") {
    readParams(oidc.params)[requestMarks.openResource] = "true";
  }
}

/** @throws InvalidRequest */
function checkLength(params: Record<string, unknown>): void {
  if (Buffer.byteLength(JSON.stringify(params)) > maxParamsBytes) {
    throw new errors.InvalidRequest(
      `the request is too long: its parameters may have at most ${maxParamsBytes} bytes together. A shorter state helps`,
    );
  }
}

const readParams = (params: unknown): Record<string, unknown> => (params ?? {}) as Record<string, unknown>;
