import type { ProviderField } from "../provider-facts.ts";

/** One label of a host name (RFC 1035 §2.3.1): nothing that could lead to another host. */
const hostLabel = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";

/** The part before a provider's own domain. */
export function hostLabelField(fieldName: string, label: string, address: string): ProviderField {
  return { fieldName, label, description: `As in ${address}`, pattern: hostLabel };
}
