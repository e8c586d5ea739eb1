import { filterOperator } from "@bowline/contract";
import { z } from "zod";

const inputName = z.string().min(1).max(200);
const fieldName = z.string().min(1).max(200);

/**
 * What the application can do with its results by itself, by parameters (decisions D31). What is done there is not done again in the
 * gateway. An input that the caller gives is never replaced.
 */
export const nativeResults = z.strictObject({
  /** Input that limits the number of results, for a tool without paging, and the largest value it takes. */
  top: z.strictObject({ parameter: inputName, max: z.int().min(1).optional() }).optional(),
  /** Input that skips results, for a tool without paging. */
  offset: z.strictObject({ parameter: inputName }).optional(),
  /** Filters that have a parameter: `fieldName` and `operator` as in the request, and the input that takes its value. */
  filters: z
    .array(
      z.strictObject({
        fieldName,
        // Neither takes a value that a parameter could carry.
        operator: filterOperator.exclude(["isNull", "isNotNull"]),
        parameter: inputName,
      }),
    )
    .max(100)
    .optional(),
  /** Orders that have parameters, used for a request with that one clause: `{"sort": "created", "direction": "desc"}`. */
  sort: z
    .array(
      z.strictObject({
        fieldName,
        orderDirection: z.union([z.literal(1), z.literal(-1)]),
        parameters: z.record(inputName, z.union([z.string(), z.number(), z.boolean()])),
      }),
    )
    .max(100)
    .optional(),
});

/** What the application does with its results by itself; see `nativeResults`. */
export type NativeResults = z.infer<typeof nativeResults>;
