/** The table of known providers, loaded when it is first asked for. */
export function loadProviders(): Promise<typeof import("./known-providers.ts")> {
  return import("./known-providers.ts");
}
