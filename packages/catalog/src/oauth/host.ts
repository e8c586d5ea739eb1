/** The host of an address, in lower case. A text pattern, since `{field}` is no part of a real address. */
export function hostOf(url: string): string | undefined {
  return /^https?:\/\/(?:[^/?#]*@)?([^/?#:]+)/i.exec(url)?.[1]?.toLowerCase();
}

/** Whether a host is the known one or, for `*.host`, lies below it. */
export function isHostOf(known: string, host: string): boolean {
  return known === host || (known.startsWith("*.") && host.endsWith(known.slice(1)));
}
