interface Cookie {
  host: string;
  name: string;
  value: string;
  path: string;
  isSecure: boolean;
  sameSite: "strict" | "lax" | "none";
}

/** The target of a request, and whether it comes from another site (RFC 6265bis §5.2). */
export interface CookieRequest {
  url: URL;
  method: string;
  isCrossSite: boolean;
}

/** Stores cookies like a browser: by host and path, with `Secure`, `SameSite` and the `__Host-` prefix. */
export interface CookieJar {
  store(url: URL, lines: readonly string[]): void;
  /** The Cookie header's value; empty when there is none. */
  write(request: CookieRequest): string;
  /** Names of the cookies of this host. */
  names(host: string): string[];
}

export function createCookieJar(): CookieJar {
  let cookies: Cookie[] = [];
  return {
    store(url, lines) {
      for (const line of lines) {
        const { cookie, isGone } = parse(url, line);
        if (!isAcceptable(cookie, line, url)) {
          continue;
        }
        cookies = cookies.filter(
          (each) => each.host !== cookie.host || each.name !== cookie.name || each.path !== cookie.path,
        );
        if (!isGone) {
          cookies.push(cookie);
        }
      }
    },
    write(request) {
      const sent = cookies.filter((cookie) => isSent(cookie, request));
      return sent.map(({ name, value }) => `${name}=${value}`).join("; ");
    },
    names: (host) => cookies.filter((cookie) => cookie.host === host).map(({ name }) => name),
  };
}

function parse(url: URL, line: string): { cookie: Cookie; isGone: boolean } {
  const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
  const [name = "", value = ""] = pair.split(/=(.*)/s);
  const read = (wanted: string) =>
    attributes.find((each) => each.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
  const sameSite = read("samesite")?.toLowerCase();
  const expires = read("expires");
  return {
    cookie: {
      host: url.hostname,
      name,
      value,
      path: read("path") ?? url.pathname.replace(/\/[^/]*$/, "") ?? "/",
      isSecure: attributes.some((each) => each.toLowerCase() === "secure"),
      sameSite: sameSite === "strict" || sameSite === "none" ? sameSite : "lax",
    },
    isGone: read("max-age") === "0" || (expires !== undefined && Date.parse(expires) < Date.now()),
  };
}

function isAcceptable(cookie: Cookie, line: string, url: URL): boolean {
  if (cookie.isSecure && !isTrustworthy(url)) {
    return false;
  }
  if (!cookie.name.startsWith("__Host-")) {
    return true;
  }
  return cookie.isSecure && cookie.path === "/" && !/;\s*domain=/i.test(line);
}

function isSent(cookie: Cookie, { url, method, isCrossSite }: CookieRequest): boolean {
  if (cookie.host !== url.hostname) {
    return false;
  }
  if (cookie.isSecure && !isTrustworthy(url)) {
    return false;
  }
  if (isCrossSite && cookie.sameSite === "strict") {
    return false;
  }
  if (isCrossSite && cookie.sameSite === "lax" && method !== "GET") {
    return false;
  }
  const base = cookie.path.endsWith("/") ? cookie.path : `${cookie.path}/`;
  return url.pathname === cookie.path || url.pathname.startsWith(base) || cookie.path === "";
}

/** Browsers accept `Secure` cookies from loopback names without TLS. */
function isTrustworthy(url: URL): boolean {
  return url.protocol === "https:" || url.hostname === "localhost" || url.hostname === "127.0.0.1";
}
