import { z } from "zod";
import { authentication } from "./application.ts";

/** A provider whose ways of signing in are known (decisions D45). */
export const provider = z
  .object({
    provider: z.string().meta({ description: "What an import takes as `provider`." }),
    name: z.string(),
    types: z
      .array(authentication.shape.type)
      .meta({ description: "Of the methods that an import attaches." }),
    documentationUrl: z.string().nullable(),
  })
  .meta({ id: "Provider" });
