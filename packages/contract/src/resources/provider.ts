import { z } from "zod";
import { authentication } from "./application.ts";

/** A provider whose authentication methods are known (decisions D45). */
export const provider = z
  .object({
    provider: z.string().meta({ description: "The value that an import takes as `provider`." }),
    name: z.string(),
    types: z
      .array(authentication.shape.type)
      .meta({ description: "Types of the methods that an import adds." }),
    documentationUrl: z.string().nullable(),
  })
  .meta({ id: "Provider" });
