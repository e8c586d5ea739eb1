import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";

/**
 * Makes timers of a call that the thread would not wait for count among what is open, too: they fire while the next call runs, which then
 * gets their errors and what they print. The thread is ended by the server and never waits for its timers. To be called before the
 * application is loaded.
 */
export function countEveryTimer(): void {
  const handles = [setTimeout(() => {}), setImmediate(() => {})] as const;
  clearTimeout(handles[0]);
  clearImmediate(handles[1]);
  for (const handle of handles) {
    Object.assign(Object.getPrototypeOf(handle), {
      unref<Handle>(this: Handle): Handle {
        return this;
      },
    });
  }
  const { setTimeout: waitFor, setInterval: tick, setImmediate: waitForTurn } = timers;
  const count = <Options extends object>(options: Options | undefined): Options & { ref: true } =>
    Object.assign({ ...options } as Options, { ref: true as const });
  const counted: Pick<typeof timers, "setTimeout" | "setInterval" | "setImmediate"> = {
    setTimeout: (delayMs, value, options) => waitFor(delayMs, value, count(options)),
    setInterval: (delayMs, value, options) => tick(delayMs, value, count(options)),
    setImmediate: (value, options) => waitForTurn(value, count(options)),
  };
  Object.assign(timers, counted);
  Object.assign(Object.getPrototypeOf(timers.scheduler), {
    wait: (delayMs: number, options?: object) => counted.setTimeout(delayMs, undefined, options),
  });
  syncBuiltinESMExports();
}
