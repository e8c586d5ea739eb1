import { flushCompileCache } from "node:module";
import type { Config } from "../config/config.ts";
import { closeParts, createDrain } from "../drain.ts";
import type { Logger } from "../log/logger.ts";
import type { OpenedDeps } from "../open-deps.ts";
import { collectWhenIdle } from "./collect-when-idle.ts";
import { serveHttp } from "./serve-http.ts";

/**
 * Starts serving; at the signal, drains and ends the process, with 0, or with 1 when not everything closed cleanly. Returns once it listens.
 *
 * @param signal resolves with the reason for the log
 * @param offerWaiting as in `DrainOptions`
 * @throws Error when the address cannot be listened on, after closing the parts
 */
export async function serveUntilSignal(
  config: Config,
  log: Logger,
  { deps, parts }: OpenedDeps,
  signal: Promise<string>,
  process: NodeJS.Process,
  offerWaiting?: () => Promise<unknown>,
): Promise<void> {
  let isDraining = () => false;
  const server = await serveHttp(config, deps, () => isDraining()).catch(async (error) => {
    await closeParts(parts, log);
    throw error;
  });
  const drain = createDrain({ server, parts, log, ...(offerWaiting && { offerWaiting }) });
  isDraining = drain.isDraining;
  collectWhenIdle();
  flushCompileCache(); // Writes it now, and releases what was read of it: 3 MB.
  void signal.then(async (reason) => process.exit((await drain.start(reason)) ? 0 : 1));
}
