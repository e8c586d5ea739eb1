import { displayName } from "@bowline/contract";
import { isLoopbackName } from "../loopback.ts";
import { errors } from "./library.ts";
import { knownScopes } from "./scopes.ts";

/** The members of a client's metadata that are made fit. Anything may stand in them: the library checks their form afterward. */
export interface LooseMetadata {
  client_id?: unknown;
  client_name?: unknown;
  redirect_uris?: unknown;
  grant_types?: unknown;
  response_types?: unknown;
  application_type?: unknown;
  scope?: unknown;
  token_endpoint_auth_method?: unknown;
  sector_identifier_uri?: unknown;
  /** Ours: the scopes that the client named when it registered itself, or in its document. */
  bowline_default_scope?: unknown;
}

const maxRedirects = 20;
const maxRedirectLength = 2000;
const maxNameLength = 200;
/** Anybody can register clients, and of those that nobody uses there may be 10,000 (decisions D59a). */
const maxLength = 8192;

/**
 * Schemes of browsers, networks and operating systems. No application may claim them for itself (RFC 8252 §7.1), and some open an address
 * that stands behind them. The library refuses those that run code.
 */
const foreignSchemes =
  /^(?:[a-z]|wss?|ftps?|sftp|ssh|telnet|vnc|rdp|ldaps?|smb|afp|nfs|view-source|filesystem|jar|res|resource|intent|android-app|market|itms-[a-z]+|chrome|googlechromes?|microsoft-edge|x-safari-https?|firefox|mailto|tel|sms|smsto|callto|facetime|geo|shell|search|search-ms|ms-[a-z-]+):$/;

/** Parsers drop or replace these, each in its own way. So they do with a missing `//`. */
const unfit = /[\s\p{Cc}\p{Cs}\\]|^https?:(?!\/\/)/iu;

/** What a client that registered itself, or is described by a document, may use. */
const openGrantTypes = [
  "authorization_code",
  "refresh_token",
  "urn:ietf:params:oauth:grant-type:device_code",
];

/**
 * Makes the metadata of a client fit that registered itself or is described by a document. Tolerates what older clients send: unknown
 * scopes are dropped, and addresses on this machine or with a scheme of their own make it a native application (decisions D59a).
 *
 * @throws InvalidClientMetadata, with the code `invalid_redirect_uri` when the text begins with redirect_uris
 */
export function normalizeClient(metadata: LooseMetadata, isDocument: boolean): void {
  checkSizes(metadata);
  metadata.response_types = ["code"];
  metadata.grant_types = chooseGrantTypes(metadata.grant_types);
  metadata.application_type = chooseApplicationType(readRedirects(metadata));
  if (!(metadata.grant_types as string[]).includes("authorization_code")) {
    metadata.response_types = [];
    metadata.redirect_uris = [];
  }
  if (typeof metadata.scope === "string") {
    metadata.scope = metadata.scope
      .split(/\s+/)
      .filter((scope) => knownScopes.has(scope))
      .join(" ");
  }
  if (metadata.scope === "") {
    metadata.scope = undefined;
  }
  metadata.bowline_default_scope = undefined;
  // The library would read it, at any address, for a subject that is the same at all clients.
  metadata.sector_identifier_uri = undefined;
  // The library's default. A document that names a method with a secret was refused before.
  if (isDocument && metadata.token_endpoint_auth_method === "client_secret_basic") {
    metadata.token_endpoint_auth_method = "none";
  }
}

/**
 * Lets a client ask its person for more scopes than it named when it registered itself: SDKs name those that they need first, and ask for
 * others when a call wants them (MCP, Scope Challenge Handling). A client that needs no person keeps its limit.
 */
export function freeScope(metadata: LooseMetadata): void {
  if (![metadata.grant_types].flat().includes("client_credentials")) {
    metadata.bowline_default_scope = metadata.scope;
    metadata.scope = undefined;
  }
}

function checkSizes(metadata: LooseMetadata): void {
  const { client_name: name } = metadata;
  const redirects = readRedirects(metadata);
  if (JSON.stringify(metadata).length > maxLength) {
    throw new errors.InvalidClientMetadata(`the metadata may have at most ${maxLength} characters`);
  }
  if (typeof name === "string" && name.length > maxNameLength) {
    throw new errors.InvalidClientMetadata(`client_name may have at most ${maxNameLength} characters`);
  }
  if (typeof name === "string" && name.includes("\0")) {
    throw new errors.InvalidClientMetadata("client_name must not hold the character NUL");
  }
  // Our pages leave out what is hidden.
  if (
    typeof name === "string" &&
    !displayName.safeParse(name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, " ")).success
  ) {
    throw new errors.InvalidClientMetadata("client_name must have a character that can be seen");
  }
  if (redirects.length > maxRedirects || redirects.some((uri) => uri.length > maxRedirectLength)) {
    throw new errors.InvalidClientMetadata(
      `redirect_uris may have at most ${maxRedirects} members of at most ${maxRedirectLength} characters`,
    );
  }
  redirects.forEach(checkRedirect);
}

/** Anything else in their place is refused by the library. */
const readRedirects = ({ redirect_uris: sent }: LooseMetadata): string[] =>
  Array.isArray(sent) ? sent.filter((uri) => typeof uri === "string") : [];

function checkRedirect(uri: string): void {
  const fault = findRedirectFault(uri);
  if (fault !== null) {
    throw new errors.InvalidClientMetadata(`redirect_uris ${fault}`);
  }
}

/**
 * Drops the redirects of a stored client that earlier versions took and registration now refuses.
 *
 * @throws InvalidClientMetadata when it has no others
 */
export function dropRefusedRedirects(metadata: LooseMetadata): void {
  const redirects = readRedirects(metadata);
  if (redirects.length > 0) {
    const kept = redirects.filter((uri) => findRedirectFault(uri) === null);
    if (kept.length === 0) {
      redirects.forEach(checkRedirect);
    }
    metadata.redirect_uris = kept;
  }
}

/** Finds why nobody may be sent to a redirect address, as the end of a sentence about it. Null: the library decides. */
export function findRedirectFault(uri: string): string | null {
  if (unfit.test(uri)) {
    return "must hold no spaces, backslashes or control characters, and have // after https:";
  }
  const parsed = URL.parse(uri);
  if (parsed === null) {
    return null;
  }
  if (parsed.protocol === "http:" && !isLoopbackName(parsed.hostname)) {
    return "must use https, except on this machine";
  }
  if (foreignSchemes.test(parsed.protocol)) {
    return `must use https or a scheme of the application's own, not ${parsed.protocol}`;
  }
  // It looks like a host, and hides the one that the browser goes to (RFC 3986 §7.6).
  return parsed.username === "" && parsed.password === "" ? null : "must name no user before the host";
}

function chooseGrantTypes(sent: unknown): string[] {
  if (!Array.isArray(sent)) {
    return ["authorization_code", "refresh_token"];
  }
  const known = openGrantTypes.filter((type) => sent.includes(type));
  return known.some((type) => type !== "refresh_token") ? known : ["authorization_code", ...known];
}

function chooseApplicationType(redirects: readonly string[]): "native" | "web" {
  const isNative = (uri: string) => {
    const parsed = URL.parse(uri);
    return parsed !== null && (parsed.protocol !== "https:" || isLoopbackName(parsed.hostname));
  };
  return redirects.some(isNative) ? "native" : "web";
}
