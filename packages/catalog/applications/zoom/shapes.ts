import { z } from "@bowline/catalog/application";

export const meetingId = z
  .union([z.int(), z.string().min(1)])
  .describe("Number of the meeting, such as `85746065432`.");
export const pageInputs = {
  page_size: z.int().min(1).max(300).optional().describe("Results on a page. Default 30."),
  next_page_token: z.string().optional().describe("`next_page_token` of the page before."),
};
export const cursorOf = (maxSize: number) =>
  ({
    kind: "cursor",
    parameter: "next_page_token",
    cursorPath: "/next_page_token",
    sizeParameter: "page_size",
    maxSize,
  }) as const;
export const nothing = z.unknown().describe("Nothing.");
