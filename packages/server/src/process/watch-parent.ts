const checkMs = 1000;

/**
 * Stops the server cleanly when the process that launched it is gone, even if that was killed. Otherwise an unnoticed server would keep
 * the port and the database. The launcher is gone when its channel closes or this process gets another parent.
 */
export function watchParent(process: NodeJS.Process): void {
  const parent = process.ppid;
  const end = () => process.emit("SIGTERM", "SIGTERM");
  process.once("disconnect", end);
  // Repeated until the process ends, since a signal without a listener is lost.
  setInterval(() => process.ppid !== parent && end(), checkMs).unref();
}
