import { z } from "@bowline/catalog/application";

export const record = z.looseObject({
  id: z.string(),
  properties: z.record(z.string(), z.string().nullable()),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
  archived: z.boolean().optional(),
});
export const page = z.looseObject({
  results: z.array(record),
  total: z.int().optional(),
  paging: z.looseObject({ next: z.looseObject({ after: z.string() }).optional() }).optional(),
});
export const paging = {
  kind: "cursor",
  parameter: "after",
  cursorPath: "/paging/next/after",
  sizeParameter: "limit",
  maxSize: 200,
} as const;
export const after = z.string().optional().describe("`paging.next.after` of the page before.");

export const filterGroups = z
  .array(
    z.object({
      filters: z
        .array(
          z.object({
            propertyName: z.string().describe("Name of the property, such as `email`."),
            operator: z.enum([
              "EQ",
              "NEQ",
              "LT",
              "LTE",
              "GT",
              "GTE",
              "BETWEEN",
              "IN",
              "NOT_IN",
              "HAS_PROPERTY",
              "NOT_HAS_PROPERTY",
              "CONTAINS_TOKEN",
              "NOT_CONTAINS_TOKEN",
            ]),
            value: z.string().optional().describe("Times are milliseconds since 1970."),
            values: z.array(z.string()).optional().describe("For `IN` and `NOT_IN`."),
            highValue: z.string().optional().describe("For `BETWEEN`."),
          }),
        )
        .describe("All must hold."),
    }),
  )
  .max(5)
  .describe("At least one group must hold.");

export const associations = z
  .array(
    z.object({
      to: z.object({ id: z.string() }),
      types: z.array(
        z.object({
          associationCategory: z.enum(["HUBSPOT_DEFINED", "USER_DEFINED", "INTEGRATOR_DEFINED"]),
          associationTypeId: z.int(),
        }),
      ),
    }),
  )
  .optional();
