import { z } from "@bowline/catalog/application";

export const gid = (what: string) =>
  z.string().regex(/^\d+$/).describe(`Id of the ${what}, digits such as \`1204619611402340\`.`);
export const taskId = gid("task");
export const limit = z.int().min(1).max(100).optional().describe("Results on a page.");
export const offset = z.string().optional().describe("`next_page.offset` of the page before.");
export const named = z.looseObject({ gid: z.string(), name: z.string().nullish() });
export const task = z.looseObject({
  gid: z.string(),
  name: z.string().optional(),
  completed: z.boolean().optional(),
  due_on: z.string().nullish(),
  assignee: named.nullish(),
  permalink_url: z.string().optional(),
});
export const one = <Item extends z.ZodType>(item: Item) => z.looseObject({ data: item });
export const many = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({
    data: z.array(item),
    next_page: z.looseObject({ offset: z.string() }).nullish(),
  });
export const paging = {
  kind: "cursor",
  parameter: "offset",
  cursorPath: "/next_page/offset",
  sizeParameter: "limit",
  maxSize: 100,
} as const;
export const taskFields =
  "name,completed,due_on,due_at,assignee.name,assignee.email,projects.name,memberships.section.name,tags.name,permalink_url,modified_at";
