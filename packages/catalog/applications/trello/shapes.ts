import { z } from "@bowline/catalog/application";

export const id = (what: string) =>
  z.string().min(1).describe(`Id of the ${what}, 24 characters such as \`5abbe4b7ddc1b351ef961414\`.`);
export const cardId = z
  .string()
  .min(1)
  .describe("Id of the card, or the short one in its link: `https://trello.com/c/<id>`.");
export const boardId = z
  .string()
  .min(1)
  .describe("Id of the board, or the short one in its link: `https://trello.com/b/<id>`.");
export const named = z.looseObject({ id: z.string(), name: z.string() });
export const card = z.looseObject({
  id: z.string(),
  name: z.string(),
  desc: z.string().optional(),
  due: z.string().nullish(),
  idList: z.string().optional(),
  idBoard: z.string().optional(),
  closed: z.boolean().optional(),
  url: z.string().optional(),
});
export const action = z.looseObject({
  id: z.string(),
  type: z.string().optional(),
  date: z.string().optional(),
});
export const context = { type: "board", inputs: ["boardId"] };
export const cardFields =
  "name,desc,due,dueComplete,idList,idBoard,idMembers,labels,closed,url,dateLastActivity";
