const checkMs = 1000;

/**
 * Ends the server in good order when the process that launched it is gone, killed as it may be: otherwise the server would keep
 * port and database, and nobody would know of it. The launcher is known by its channel, or by this process getting another parent.
 */
export function watchParent(process: NodeJS.Process): void {
  const parent = process.ppid;
  const end = () => process.emit("SIGTERM", "SIGTERM");
  process.once("disconnect", end);
  // Until it has ended: a signal that comes before anybody listens is lost.
  setInterval(() => process.ppid !== parent && end(), checkMs).unref();
}
