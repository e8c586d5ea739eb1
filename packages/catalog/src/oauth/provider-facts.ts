import { z } from "zod";
import { oauth2Method } from "./oauth2-method.ts";

/** A host name; `*.host` means all its subdomains. */
export const host = z.string().regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/);

/** A value in a provider's addresses that only the user knows. */
const providerField = z.strictObject({
  /** The `{name}` in the addresses. */
  fieldName: z.string().regex(/^[a-z][A-Za-z0-9]*$/),
  label: z.string().min(1),
  description: z.string(),
  /** The whole value must match this pattern, because a client's secret is sent to the address it becomes a part of. */
  pattern: z.string().optional(),
  default: z.string().optional(),
  /** All allowed values. Required without a `pattern`. */
  enum: z.array(z.string()).min(1).optional(),
});

/** Facts about one OAuth 2.0 provider. */
export const providerFacts = z.strictObject({
  /** Unique; `^[a-z0-9][a-z0-9-]*$`. */
  key: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  name: z.string().min(1),
  /** The provider's documentation, the source of the facts. Absent for providers from a public list. */
  documentationUrl: z.url({ protocol: /^https$/ }).optional(),
  /**
   * Hosts of its authorization and token addresses, by which it is recognized; `*.host` means all subdomains. Empty for a second
   * entry of a provider that is recognized by its first.
   */
  hosts: z.array(host),
  /** Wrong or withdrawn addresses that descriptions still name. The provider's own addresses replace them. */
  outdatedUrls: z.array(z.url()).optional(),
  fields: z.array(providerField).optional(),
  method: oauth2Method,
});

/** See `providerFacts`. */
export type ProviderFacts = z.infer<typeof providerFacts>;
export type ProviderField = z.infer<typeof providerField>;
