import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    deployment: Deployment;
  }
}

/** The server under test. */
export interface Deployment {
  baseUrl: string;
  adminApiKey: string;
  /** Host name at which the server reaches the suite's own servers. */
  downstreamHost: string;
  /** Whether the server limits calls, so that responses have budget headers. */
  hasBudgets: boolean;
  /** Whether the suite was given the address. Then it starts no server itself. */
  isOutside: boolean;
}

export function deployment(): Deployment {
  return inject("deployment");
}
