import type { CatalogAuthentication, Environment } from "@bowline/catalog";

/** The addresses in an application's description. */
export interface DescribedAddresses {
  environments: readonly Environment[];
  /** Servers of single operations, templated. */
  toolServers: readonly string[];
}

/** Returns the templated server of the environment named, else of the first one. */
export function findServerUrl(environments: readonly Environment[], environment: string | null): string {
  const found = environments.find((one) => one.name === environment) ?? environments[0];
  return found?.serverUrl ?? "";
}

/** Lists every templated address to which secrets are sent. */
export function listAddresses(
  { environments, toolServers }: DescribedAddresses,
  { oauth2 }: CatalogAuthentication,
  environment: string,
): string[] {
  const own = oauth2?.environments?.[environment];
  const endpoints = (["tokenUrl", "refreshUrl", "revocationUrl"] as const).map(
    (name) => own?.[name] ?? oauth2?.[name],
  );
  const account = own?.accountUrl ?? oauth2?.account?.url;
  return [
    findServerUrl(environments, environment),
    ...toolServers,
    ...endpoints,
    account,
    oauth2?.discoveryUrl,
  ].filter((address) => address !== undefined);
}
