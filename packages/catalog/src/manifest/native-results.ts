// Only this part: every import worker would load the whole contract.
import { filterOperator } from "@bowline/contract/filter-operator";
import { z } from "zod";

const inputName = z.string().min(1).max(200);
const fieldName = z.string().min(1).max(200);

/**
 * The parameters by which the application limits, filters and sorts results itself (decisions D31). The gateway does not
 * repeat that work. It never replaces an input of the caller, but adds to an offset.
 */
export const nativeResults = z.strictObject({
  /** The tool's runtime gets the request's filters, sort, offset and top, and says which of them it did not apply. */
  byRuntime: z.literal(true).optional(),
  /** Input that limits the number of results, and its largest value. For a tool without paging. */
  top: z.strictObject({ parameter: inputName, max: z.int().min(1).optional() }).optional(),
  /** Input that skips results. For a tool without paging. */
  offset: z.strictObject({ parameter: inputName }).optional(),
  /** Filters with a parameter: `fieldName` and `operator` as in the request, and the input that takes the value. */
  filters: z
    .array(
      z.strictObject({
        fieldName,
        // These two have no value to send in a parameter.
        operator: filterOperator.exclude(["isNull", "isNotNull"]),
        parameter: inputName,
      }),
    )
    .max(100)
    .optional(),
  /** Orders with parameters, such as `{"sort": "created", "direction": "desc"}`. Used when a request has only this clause. */
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

/** See `nativeResults`. */
export type NativeResults = z.infer<typeof nativeResults>;
