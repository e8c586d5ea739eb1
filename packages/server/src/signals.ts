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

/** For a program that ends by itself: the first signal of each kind lets it finish and close its database, the second ends it. */
export function finishDespiteSignals(target: Pick<NodeJS.Process, "once">): void {
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    target.once(name, () => {});
  }
}
