import type { Presets } from "../toolset-settings.ts";

/** Replaces each value within the presets by `***`. Lists and objects stay such, so that a request can still be built of them. */
export const maskPresets = (presets: Presets): Presets =>
  Object.fromEntries(Object.entries(presets).map(([name, value]) => [name, maskValue(value)]));

function maskValue(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(maskValue);
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskValue(member)]))
    : "***";
}
