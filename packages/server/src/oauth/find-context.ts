import type { KoaContextWithOIDC } from "oidc-provider";
import { Provider } from "./library.ts";

/** Finds the request that the library is handling. @throws Error when it handles none */
export function findContext(): KoaContextWithOIDC {
  if (Provider.ctx === undefined) {
    throw new Error("No request is being handled.");
  }
  return Provider.ctx;
}
