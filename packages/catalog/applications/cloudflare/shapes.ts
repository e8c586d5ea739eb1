import { z } from "@bowline/catalog/application";

export const zoneId = z
  .string()
  .min(1)
  .describe(
    "Id of the zone (domain), 32 characters such as `023e105f4ecef8ad9ca31a8372d0c353`, from zones_list.",
  );
export const accountId = z.string().min(1).describe("Id of the account, 32 characters, from accounts_list.");
export const resultOf = <Result extends z.ZodType>(result: Result) =>
  z.looseObject({ success: z.boolean(), result });
export const pages = {
  page: z.int().min(1).optional().describe("Number of the page; the first is 1."),
  per_page: z.int().min(5).max(50).optional().describe("Results on a page. Default 20."),
};
export const paging = {
  kind: "pageNumber",
  parameter: "page",
  sizeParameter: "per_page",
  maxSize: 50,
} as const;
export const zoneContext = { type: "zone", inputs: ["zoneId"] };
