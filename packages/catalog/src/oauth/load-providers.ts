/** The table of providers with `findProvider` and `recogniseProvider`, loaded when it is first asked for. */
export function loadProviders(): Promise<typeof import("./find-provider.ts")> {
  return import("./find-provider.ts");
}
