import type { ProviderField } from "../provider-facts.ts";

/** One label of a host name (RFC 1035 §2.3.1): nothing that could lead to another host. */
const hostLabel = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";

/** The part before a provider's own domain. @param host with `example` as that part */
export function hostLabelField(fieldName: string, label: string, host: string): ProviderField {
  return { fieldName, label, description: `The \`example\` of \`${host}\`.`, pattern: hostLabel };
}
