import { z } from "zod";
import { jsonPointer } from "./json-pointer.ts";

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** Values of the code that mean this kind of failure. */
const codes = z
  .array(z.union([z.string(), z.number()]))
  .max(100)
  .readonly();

/**
 * How an application reports a failure in a response with a status of success, such as Slack's `{"ok": false, "error": "…"}`.
 * A response that matches is a failure of the tool. Exactly one of `equals`, `notEquals` and `exists` is set.
 */
export const responseFailure = z
  .strictObject({
    /** Path of the member that tells failure from success. */
    path: jsonPointer,
    /** Other members that tell it in the same way, such as GraphQL's `/errors` beside a mutation's own list of errors. */
    otherPaths: z.array(jsonPointer).min(1).max(5).readonly().optional(),
    /** The member has this value in a failure. */
    equals: scalar.optional(),
    /** The member has another value than this in a failure. A response without the member is a success. */
    notEquals: scalar.optional(),
    /** The member is present in a failure, and neither null, false, `""` nor an empty list. */
    exists: z.literal(true).optional(),
    /** Path of the application's message, or several paths whose texts are joined. */
    messagePath: z.union([jsonPointer, z.array(jsonPointer).min(1).max(5).readonly()]).optional(),
    /**
     * Path of the error's code, or several paths, of which the first that exists counts. Default: the first `messagePath`, for an
     * application whose message is a code.
     */
    codePath: z.union([jsonPointer, z.array(jsonPointer).min(1).max(5).readonly()]).optional(),
    /** Path of what a failed response returns anyway. When it is not null, the failure keeps the response as output. */
    dataPath: jsonPointer.optional(),
    /** The kind of a failure by its code. Default: `downstreamRefused`. */
    kinds: z
      .strictObject({
        authorizationExpired: codes.optional(),
        missingScope: codes.optional(),
        rateLimited: codes.optional(),
        downstreamUnavailable: codes.optional(),
        timeout: codes.optional(),
      })
      .optional(),
  })
  .refine(
    ({ equals, notEquals, exists }) =>
      [equals, notEquals, exists].filter((condition) => condition !== undefined).length === 1,
    "Set exactly one of equals, notEquals and exists.",
  );

/** See `responseFailure`. */
export type ResponseFailure = z.infer<typeof responseFailure>;
