/** The path that the server is reached at, without a trailing slash: empty, or a prefix that a proxy adds. */
export const consoleBase: string = window.location.pathname.split("/console")[0] ?? "";

/** The server's address, without a trailing slash. */
export const serverUrl: string = window.location.origin + consoleBase;
