import { z } from "@bowline/catalog/application";

export const id = (what: string) =>
  z.string().min(1).describe(`Id of the ${what}, such as \`6XGgm6PHrGgMpCFX\`.`);
export const limit = z.int().min(1).max(200).optional().describe("Results on a page. Default 50.");
export const cursor = z.string().optional().describe("`next_cursor` of the page before.");
export const paging = {
  kind: "cursor",
  parameter: "cursor",
  cursorPath: "/next_cursor",
  sizeParameter: "limit",
  maxSize: 200,
} as const;
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({ results: z.array(item), next_cursor: z.string().nullish() });
export const task = z.looseObject({
  id: z.string(),
  content: z.string(),
  project_id: z.string().optional(),
  due: z.looseObject({ date: z.string() }).nullish(),
  priority: z.int().optional(),
});
export const comment = z.looseObject({ id: z.string(), content: z.string() });
export const named = z.looseObject({ id: z.string(), name: z.string() });
export const nothing = z.unknown().describe("Nothing.");
export const read = ["data:read"];
export const write = ["data:read_write"];
