import { z } from "zod";

/** The query of a list: `offset` from 0, `top` from 1 to 1000 (contract, Pagination; decisions D22). */
export const pageQuery = (defaultTop = 100) => ({
  offset: z
    .int32()
    .min(0)
    .optional()
    .meta({ description: "Zero-based index of the first item.", default: 0 }),
  top: z
    .int32()
    .min(1)
    .max(1000)
    .optional()
    .meta({ description: "Maximum number of items to return.", default: defaultTop }),
});

/** The list envelope (contract, List envelope): all four members are always present. */
export const listOf = <Item extends z.ZodType>(name: string, item: Item) =>
  z
    .object({
      items: z.array(item),
      totalCount: z.int().min(0).meta({ description: "Number of items on all pages together." }),
      offset: z.int().min(0).meta({ description: "Zero-based index of the first item." }),
      top: z.int().min(1).meta({
        description:
          "The most items that the response could have. It has fewer before the end of the list when its items are large.",
      }),
    })
    .meta({ id: `${name}List` });
