import { z } from "zod";
import { host } from "./provider-facts.ts";

/** The OpenAPI security schemes that send a plain key. */
const scheme = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("http"), scheme: z.enum(["bearer", "basic"]) }),
  z.strictObject({
    type: z.literal("apiKey"),
    in: z.enum(["header", "query"]),
    name: z.string().min(1),
    /** Text before the key in the value. */
    "x-bowline-prefix": z.string().min(1).optional(),
  }),
]);

/** How a provider's API keys, which users create themselves, are sent (decisions D45). */
export const providerKey = z.strictObject({
  /** The key of `ProviderFacts`, or a new one for a provider without OAuth. */
  provider: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  /** Absent when `ProviderFacts` has the name. */
  name: z.string().min(1).optional(),
  /** Hosts of its API; `*.host` means all subdomains. */
  hosts: z.array(host).min(1),
  documentationUrl: z.url({ protocol: /^https$/ }),
  method: z.strictObject({
    /** The provider's name for the key. */
    name: z.string().min(1),
    description: z.string().optional(),
    scheme,
  }),
});

/** See `providerKey`. */
export type ProviderKey = z.infer<typeof providerKey>;
