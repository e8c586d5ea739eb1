import { listVariables, type OAuth2Method } from "@bowline/catalog";
import type { Egress } from "../../egress/egress.ts";
import { RequestBuildError } from "../../runtimes/request-build-error.ts";
import { fillVariables } from "../../runtimes/server-url.ts";
import type { Discover, DiscoveredProvider } from "./discover-provider.ts";
import { ProviderError } from "./provider-error.ts";

/** An OAuth provider for one connection: its data with the addresses filled in, and the contents of its discovery document. */
export interface Provider {
  method: OAuth2Method;
  /** The exact issuer (RFC 9207, OpenID Connect); null: unknown. */
  issuer: string | null;
  authorizationUrl: string | null;
  tokenUrl: string | null;
  refreshUrl: string | null;
  revocationUrl: string | null;
  userinfoUrl: string | null;
  /** Where clients are registered (RFC 7591); null: the provider registers none. */
  registrationUrl: string | null;
  /** The address of the account call. Templated, because signing in may set its fields. */
  accountUrl: string | null;
  clientAuthentication: NonNullable<OAuth2Method["clientAuthentication"]>;
  /** Nothing says how the client authenticates. */
  isAuthenticationAssumed: boolean;
  signingAlgorithms: string[] | null;
  isOpenIdProvider: boolean;
  /** The provider sends its issuer in every redirect (RFC 9207 §3). */
  namesItself: boolean;
  /** The discovery document that was read, and the endpoints it names. Null: none was read. */
  discovered: { url: string; endpoints: string[] } | null;
}

/** The parts of the server that call providers. */
export interface ProviderReach {
  egress: Egress;
  discover: Discover;
}

const endpointNames = ["authorizationUrl", "tokenUrl", "refreshUrl", "revocationUrl"] as const;

/**
 * Fills a provider's addresses with a connection's fields, and reads missing addresses from its discovery document.
 *
 * @throws ProviderError when a field is missing or the discovery document cannot be read
 */
export async function resolveProvider(
  reach: ProviderReach,
  method: OAuth2Method,
  environment: string,
  fields: Readonly<Record<string, string>>,
): Promise<Provider> {
  const known: Partial<Record<(typeof endpointNames)[number], string>> = {};
  for (const name of endpointNames) {
    const template = method.environments?.[environment]?.[name] ?? method[name];
    if (template !== undefined) {
      known[name] = fillAddress(template, fields);
    }
  }
  const discoveryUrl =
    method.discoveryUrl !== undefined &&
    (known.tokenUrl === undefined || known.authorizationUrl === undefined)
      ? fillAddress(method.discoveryUrl, fields)
      : null;
  const discovered = discoveryUrl === null ? null : await reach.discover(discoveryUrl);
  return {
    method,
    issuer: discovered?.issuer ?? null,
    authorizationUrl: known.authorizationUrl ?? discovered?.authorizationUrl ?? null,
    tokenUrl: known.tokenUrl ?? discovered?.tokenUrl ?? null,
    refreshUrl: known.refreshUrl ?? null,
    revocationUrl: known.revocationUrl ?? discovered?.revocationUrl ?? null,
    userinfoUrl: discovered?.userinfoUrl ?? null,
    registrationUrl: discovered?.registrationUrl ?? null,
    accountUrl: method.environments?.[environment]?.accountUrl ?? method.account?.url ?? null,
    clientAuthentication: method.clientAuthentication ?? chooseAuthentication(discovered),
    isAuthenticationAssumed: method.clientAuthentication === undefined && discovered === null,
    signingAlgorithms: discovered?.signingAlgorithms ?? null,
    namesItself: discovered?.namesItself ?? false,
    isOpenIdProvider: discovered?.isOpenIdProvider ?? false,
    discovered: discoveryUrl === null ? null : { url: discoveryUrl, endpoints: listEndpoints(discovered) },
  };
}

const listEndpoints = (found: DiscoveredProvider | null): string[] =>
  [found?.tokenUrl, found?.revocationUrl, found?.userinfoUrl].filter((url) => url != null);

/** Basic is the default of a discovery document that names no method (OpenID Connect Discovery 1.0 §3). */
function chooseAuthentication(discovered: DiscoveredProvider | null): Provider["clientAuthentication"] {
  const offered = discovered?.tokenAuthentications ?? ["client_secret_post"];
  if (offered.includes("client_secret_post")) {
    return "body";
  }
  return offered.includes("none") && !offered.includes("client_secret_basic") ? "none" : "basic";
}

/** Lists the names of the fields in a provider's addresses. */
export function listAddressFields(method: OAuth2Method, environment: string): string[] {
  const templates = endpointNames.map((name) => method.environments?.[environment]?.[name] ?? method[name]);
  const names = [...templates, method.discoveryUrl].flatMap((template = "") => listVariables(template));
  return [...new Set(names)];
}

/** @throws ProviderError when a field is missing, or the filled template is not an http or https address */
export function fillAddress(template: string, fields: Readonly<Record<string, string>>): string {
  try {
    const filled = fillVariables(template, fields);
    const url = URL.parse(filled);
    if (url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "") {
      return filled;
    }
  } catch (error) {
    if (!(error instanceof RequestBuildError)) {
      throw error;
    }
    throw new ProviderError("refused", error.message);
  }
  throw new ProviderError(
    "refused",
    "The address of the application's sign-in server is not an http or https address.",
  );
}

/** Fills `{field}` in parameters. A field that is not set becomes an empty text. */
export function fillParameters(
  parameters: Readonly<Record<string, string>> | undefined,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  const fill = (text: string) => text.replace(/\{([^{}]+)\}/g, (_, name: string) => fields[name] ?? "");
  return Object.fromEntries(Object.entries(parameters ?? {}).map(([name, value]) => [name, fill(value)]));
}
