/** Returns the host of an address in lower case. It uses a pattern because `new URL` refuses `{field}`. Like `URL`, it reads `\` as `/`. */
export function hostOf(url: string): string | undefined {
  return /^https?:\/\/(?:[^/\\?#]*@)?([^/\\?#:]+)/i.exec(url)?.[1]?.toLowerCase();
}

/** Whether a host equals the known host or, for `*.host`, is a subdomain of it. */
export function isHostOf(known: string, host: string): boolean {
  return known === host || (known.startsWith("*.") && host.endsWith(known.slice(1)));
}
