import { afterAll, beforeAll, describe } from "vitest";
import { type Actor, hireActor } from "./actors.ts";
import { type Caller, createKeyCaller } from "./caller.ts";
import { deployment } from "./deployment.ts";
import { ownServerMark } from "./own-server-mark.ts";
import { startServerOnDatabase } from "./shared-database.ts";
import type { StartedServer } from "./start-server.ts";

/**
 * A group of tests that need a server with their own settings. It is skipped when the suite was given a deployment,
 * because the suite cannot change that deployment's settings.
 */
export function describeOwnServer(name: string, body: () => void): void {
  describe.skipIf(deployment().isOutside)(`${name} ${ownServerMark}`, body);
}

/** A server with these settings for the tests of a group. */
export interface OwnServer {
  server: StartedServer;
  admin: Caller;
  /** A caller with its own key there. */
  hire(): Promise<Actor>;
}

/** Starts a server before the tests of a group and stops it after them. Its database is on the shared PostgreSQL. */
export function useOwnServer(settings: Record<string, string> = {}): OwnServer {
  const own = {} as OwnServer;
  beforeAll(async () => {
    const server = await startServerOnDatabase(settings);
    const admin = createKeyCaller(server.adminApiKey, server);
    Object.assign(own, { server, admin, hire: () => hireActor({ admin, target: server }) });
  });
  afterAll(() => own.server?.[Symbol.asyncDispose]());
  return own;
}
