import ipaddr from "ipaddr.js";
import { z } from "zod";

/** A whole number from `minimum` to `maximum`. */
export function integer(minimum: number, maximum: number) {
  return z.string().transform((text, context) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) {
      return value;
    }
    context.addIssue(`must be a whole number from ${minimum} to ${maximum}`);
    return z.NEVER;
  });
}

/** Reads `on` as all, `off` as none, and else a list of slugs. */
export function parseBuiltIns(text: string): "all" | readonly string[] {
  return text === "on" ? "all" : splitList(text).filter((slug) => slug !== "off");
}

/** Returns the address without slashes at the end. */
export function parseBaseUrl(text: string, context: z.RefinementCtx): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && isPlainAddress(url)) {
    return url.href.replace(/\/+$/, "");
  }
  context.addIssue("must be an http:// or https:// address without query, fragment and user name");
  return z.NEVER;
}

/** Whether an address has no user name, password, query and fragment. An empty query or fragment shows in `href` alone. */
const isPlainAddress = ({ username, password, href }: URL): boolean =>
  !username && !password && !/[?#]/.test(href);

/** What the parser throws becomes the problem of the setting. */
export function readWith<Value>(parse: (text: string) => Value) {
  return (text: string, context: z.RefinementCtx): Value => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : String(error));
      return z.NEVER;
    }
  };
}

/** Reads a list of CIDR ranges. An IPv4 address with fewer parts, or with leading zeros, would be another one than was meant. */
export function parseNetworks(text: string, context: z.RefinementCtx): string[] {
  const networks = splitList(text);
  for (const network of networks) {
    if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(network) && !ipaddr.IPv6.isValidCIDR(network)) {
      context.addIssue(`${network} is not a CIDR range such as 10.0.0.0/8`);
    }
  }
  return networks;
}

/** Reads a list of addresses, and returns them in their normal form. */
export function parseReturnUrls(text: string, context: z.RefinementCtx): string[] {
  return splitList(text).flatMap((part) => {
    const url = URL.parse(part);
    const isPlain = url !== null && isPlainAddress(url);
    if (isPlain && /^https?:\/\//i.test(part) && !part.includes("\\") && !part.includes("*")) {
      return [url.href];
    }
    context.addIssue(
      `${isPlain ? part : "an address"} must be http:// or https:// without user name, query, fragment and *`,
    );
    return [];
  });
}

const splitList = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
