import { z } from "zod";
import { host } from "./provider-facts.ts";

/** The security schemes of OpenAPI that a plain key is sent by. */
const scheme = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("http"), scheme: z.enum(["bearer", "basic"]) }),
  z.strictObject({
    type: z.literal("apiKey"),
    in: z.enum(["header", "query"]),
    name: z.string().min(1),
    /** Stands before the key in the value. */
    "x-bowline-prefix": z.string().min(1).optional(),
  }),
]);

/** How the keys of a provider are sent that people make for themselves (decisions D45). */
export const providerKey = z.strictObject({
  /** The key of `ProviderFacts`, or a new one for a provider without OAuth. */
  provider: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  /** Left out where `ProviderFacts` names it. */
  name: z.string().min(1).optional(),
  /** Hosts of its API; `*.host` stands for all hosts below. */
  hosts: z.array(host).min(1),
  documentationUrl: z.url({ protocol: /^https$/ }),
  method: z.strictObject({
    /** What the provider calls the key. */
    name: z.string().min(1),
    description: z.string().optional(),
    scheme,
  }),
});

/** See `providerKey`. */
export type ProviderKey = z.infer<typeof providerKey>;
