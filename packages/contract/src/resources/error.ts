import { z } from "zod";
import { type ErrorCode, errorCodes } from "../error-codes.ts";
import { dateTime } from "./primitives.ts";

/** A code of the envelope. */
export const errorCode = z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]);

/** The envelope of every non-200 response under `/v1` (contract, Errors). */
export const errorEnvelope = z
  .object({
    errorCode,
    message: z.string(),
    requestId: z.string().meta({ description: "Also sent as the header `x-request-id`." }),
    timestamp: dateTime,
    path: z.string().meta({ description: "The request path without its query." }),
    details: z
      .array(z.object({ field: z.string(), issue: z.string() }))
      .optional()
      .meta({ description: "Only with `VALIDATION_ERROR`: the problems found, at most 100." }),
  })
  .meta({ id: "Error" });

export type ErrorEnvelope = z.infer<typeof errorEnvelope>;
