import { z } from "zod";
import { oauth2Method } from "./oauth2-method.ts";

/** A host name; `*.host` stands for all hosts below. */
export const host = z.string().regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/);

/** A value that the addresses of a provider need and only the user knows. */
const providerField = z.strictObject({
  /** The `{name}` in the addresses. */
  fieldName: z.string().regex(/^[a-z][A-Za-z0-9]*$/),
  label: z.string().min(1),
  description: z.string(),
  /** Regular expression a value must match as a whole: it becomes a part of the address that a client's secret is sent to. */
  pattern: z.string().optional(),
  default: z.string().optional(),
  /** The only values there are; needed without a `pattern`. */
  enum: z.array(z.string()).min(1).optional(),
});

/** What is known of one OAuth 2.0 provider. */
export const providerFacts = z.strictObject({
  /** Unique; `^[a-z0-9][a-z0-9-]*$`. */
  key: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  name: z.string().min(1),
  /** The provider's own documentation, where the facts can be read. Absent for those seeded from a list. */
  documentationUrl: z.url({ protocol: /^https$/ }).optional(),
  /**
   * Hosts of its authorization and token addresses, by which it is recognised; `*.host` stands for all hosts below. Empty for a
   * second way into a provider that is recognised as another.
   */
  hosts: z.array(host),
  /** Addresses that descriptions still name and that are wrong or withdrawn: the provider's own count instead. */
  outdatedUrls: z.array(z.url()).optional(),
  fields: z.array(providerField).optional(),
  method: oauth2Method,
});

/** See `providerFacts`. */
export type ProviderFacts = z.infer<typeof providerFacts>;
export type ProviderField = z.infer<typeof providerField>;
