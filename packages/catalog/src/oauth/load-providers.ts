/** Loads the table of known providers at the first call. */
export function loadProviders(): Promise<typeof import("./known-providers.ts")> {
  return import("./known-providers.ts");
}
