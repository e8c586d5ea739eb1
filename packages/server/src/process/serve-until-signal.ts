import type { Server } from "node:http";
import type { Config } from "../config.ts";
import { createDrain } from "../drain.ts";
import type { Logger } from "../logger.ts";
import type { OpenedDeps } from "../open-deps.ts";
import { collectWhenIdle } from "./collect-when-idle.ts";
import { serveHttp } from "./serve-http.ts";

/** Serves from now on; when the signal comes, drains and ends the process. Returns once it listens. */
export async function serveUntilSignal(
  config: Config,
  log: Logger,
  { deps, parts }: OpenedDeps,
  signal: Promise<string>,
  process: NodeJS.Process,
): Promise<Server> {
  let isDraining = () => false;
  const server = await serveHttp(config, deps, () => isDraining());
  const drain = createDrain({ server, parts, log });
  isDraining = drain.isDraining;
  collectWhenIdle();
  void signal.then(async (reason) => process.exit((await drain.start(reason)) ? 0 : 1));
  return server;
}
