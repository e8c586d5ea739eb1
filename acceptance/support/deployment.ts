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
  /** Host name under which the server reaches what the suite itself listens on. */
  downstreamHost: string;
  /** Whether calls are limited there, so that answers tell of the budgets. */
  hasBudgets: boolean;
  /** Whether the suite was given the address from outside: it then starts no server of its own. */
  isOutside: boolean;
}

export function deployment(): Deployment {
  return inject("deployment");
}
