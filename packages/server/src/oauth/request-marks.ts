import type { KoaContextWithOIDC } from "oidc-provider";

/** Parameters that we add to an authorization request. They are stored with it, and are ours also when a client sends them. */
export const requestMarks = {
  /** When the request came, in milliseconds since 1970. */
  began: "bowline_began",
  /** The client must not make the person wait: `prompt=none`. */
  silent: "bowline_silent",
  /** The client named no resource. */
  openResource: "bowline_open_resource",
} as const;

/** What the library calls for each of our parameters, when it has checked the others. */
export const markRequest = {
  [requestMarks.began]: ({ oidc }: KoaContextWithOIDC) => {
    const params = readParams(oidc.params);
    params[requestMarks.began] = String(Date.now());
    // The library does not know who is signed in, and would refuse. Our page does, and asks nobody anything.
    params[requestMarks.silent] = params.prompt === "none" ? "true" : undefined;
    params.prompt = params.prompt === "none" ? undefined : params.prompt;
  },
  [requestMarks.silent]: null,
  [requestMarks.openResource]: null,
};

/** Notes that a request has the default resource, so that the person can choose another one (decisions D57). */
export function markOpenResource({ oidc }: KoaContextWithOIDC): void {
  if (oidc.route === "authorization" || oidc.route === "device_authorization") {
    readParams(oidc.params)[requestMarks.openResource] = "true";
  }
}

const readParams = (params: unknown): Record<string, unknown> => (params ?? {}) as Record<string, unknown>;
