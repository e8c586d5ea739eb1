import { z } from "@bowline/catalog/application";

export const itemId = z
  .string()
  .min(1)
  .describe(
    "Id of the file or folder, such as `01BYE5RZ6QN3ZWBTUFOFD3GSPGOHDJD36K`; `root` is the top folder.",
  );
export const top = z.int().min(1).max(200).optional().describe("Results on a page. Default 200.");
export const item = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  size: z.int().optional(),
  webUrl: z.string().optional(),
  lastModifiedDateTime: z.string().optional(),
  file: z.looseObject({ mimeType: z.string().optional() }).optional(),
  folder: z.looseObject({ childCount: z.int().optional() }).optional(),
  parentReference: z.looseObject({ id: z.string().optional(), path: z.string().optional() }).optional(),
});
export const permission = z.looseObject({
  id: z.string(),
  roles: z.array(z.string()).optional(),
  link: z.looseObject({ webUrl: z.string().optional(), type: z.string().optional() }).optional(),
});
export const pageOf = <Item extends z.ZodType>(one: Item) =>
  z.looseObject({ value: z.array(one), "@odata.nextLink": z.string().optional() });
export const paging = {
  kind: "bodyLink",
  linkPath: "/@odata.nextLink",
  sizeParameter: "top",
  maxSize: 200,
} as const;
export const conflictBehavior = z
  .enum(["rename", "replace", "fail"])
  .describe("What happens when the name is taken.");
export const context = { type: "folder", inputs: ["itemId"] };
export const read = ["Files.Read"];
export const write = ["Files.ReadWrite"];
