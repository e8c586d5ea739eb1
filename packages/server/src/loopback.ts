const names = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether a host name, as `URL` writes it, is this machine's own. */
export const isLoopbackName = (hostname: string): boolean => names.has(hostname);
