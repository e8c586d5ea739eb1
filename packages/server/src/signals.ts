/**
 * Calls `onSignal` at the first SIGTERM, SIGINT or SIGHUP (the terminal was closed, decisions D48) and ignores later ones: under npm,
 * Ctrl-C arrives twice, from the terminal and from npm.
 */
export function onFirstSignal(target: Pick<NodeJS.Process, "on">, onSignal: (signal: string) => void): void {
  let isSignalled = false;
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    target.on(name, () => {
      if (!isSignalled) {
        onSignal(name);
      }
      isSignalled = true;
    });
  }
}

/** A signal that comes within this time after one of its kind is the same one, see above. */
const repeatMs = 500;

/**
 * For a program that ends by itself: the first signal of each kind lets it finish and close its database. A second one, which is not npm's
 * copy of the first, ends it.
 */
export function finishDespiteSignals(target: Pick<NodeJS.Process, "on" | "off">): void {
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    // Without a listener a signal ends the process.
    const ignore = () => void setTimeout(() => target.off(name, ignore), repeatMs).unref();
    target.on(name, ignore);
  }
}
