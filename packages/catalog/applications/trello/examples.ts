import type { ToolExamples } from "@bowline/catalog/application";

const board = {
  id: "5abbe4b7ddc1b351ef961410",
  name: "Launch",
  desc: "",
  closed: false,
  url: "https://trello.com/b/dQHqCohZ/launch",
};
const list = { id: "5abbe4b7ddc1b351ef961412", name: "Doing", closed: false, idBoard: board.id, pos: 16384 };
const card = {
  id: "5abbe4b7ddc1b351ef961414",
  name: "Order the cake",
  desc: "Chocolate",
  due: "2030-01-31T12:00:00.000Z",
  dueComplete: false,
  idList: list.id,
  idBoard: board.id,
  idMembers: [],
  labels: [],
  closed: false,
  url: "https://trello.com/c/H0TZyzbK/4-order-the-cake",
  dateLastActivity: "2030-01-10T09:00:00.000Z",
};
const comment = {
  id: "5c2e1a2b3d4e5f6071829304",
  type: "commentCard",
  date: "2030-01-10T09:00:00.000Z",
  data: { text: "It is ordered.", card: { id: card.id, name: card.name } },
  memberCreator: { id: "5abbe4b7ddc1b351ef961400", username: "ada", fullName: "Ada Example" },
};
const cardPath = `/cards/${card.id}`;
const fields = "name,desc,due,dueComplete,idList,idBoard,idMembers,labels,closed,url,dateLastActivity";

export const examples: ToolExamples = {
  cards_list: {
    input: { boardId: "dQHqCohZ" },
    request: { method: "GET", path: "/boards/dQHqCohZ/cards/open", query: { fields } },
    response: [card],
  },
  list_cards_list: {
    input: { listId: list.id },
    request: { method: "GET", path: `/lists/${list.id}/cards`, query: { fields } },
    response: [card],
  },
  cards_get: {
    input: { cardId: card.id },
    request: {
      method: "GET",
      path: cardPath,
      query: { checklists: "all", attachments: "true", members: "true" },
    },
    response: { ...card, checklists: [], attachments: [], members: [] },
  },
  cards_create: {
    input: { idList: list.id, name: "Order the cake", due: "2030-01-31T12:00:00Z", pos: "top" },
    request: {
      method: "POST",
      path: "/cards",
      body: { idList: list.id, name: "Order the cake", due: "2030-01-31T12:00:00Z", pos: "top" },
    },
    response: card,
  },
  cards_update: {
    input: { cardId: card.id, idList: "5abbe4b7ddc1b351ef961413", dueComplete: true },
    request: {
      method: "PUT",
      path: cardPath,
      body: { idList: "5abbe4b7ddc1b351ef961413", dueComplete: true },
    },
    response: { ...card, idList: "5abbe4b7ddc1b351ef961413", dueComplete: true },
  },
  cards_delete: {
    input: { cardId: card.id },
    request: { method: "DELETE", path: cardPath },
    response: { limits: {} },
  },
  comments_list: {
    input: { cardId: card.id, limit: 20 },
    request: { method: "GET", path: `${cardPath}/actions`, query: { filter: "commentCard", limit: "20" } },
    response: [comment],
  },
  comments_create: {
    input: { cardId: card.id, text: "It is ordered." },
    request: { method: "POST", path: `${cardPath}/actions/comments`, body: { text: "It is ordered." } },
    response: comment,
  },
  attachments_create: {
    input: { cardId: card.id, url: "https://example.com/cake", name: "The cake" },
    request: {
      method: "POST",
      path: `${cardPath}/attachments`,
      body: { url: "https://example.com/cake", name: "The cake" },
    },
    response: {
      id: "5c2e1a2b3d4e5f6071829305",
      name: "The cake",
      url: "https://example.com/cake",
      isUpload: false,
    },
  },
  checklists_create: {
    input: { cardId: card.id, name: "Before Friday" },
    request: { method: "POST", path: `${cardPath}/checklists`, body: { name: "Before Friday" } },
    response: { id: "5c2e1a2b3d4e5f6071829306", name: "Before Friday", idCard: card.id, checkItems: [] },
  },
  checklist_items_create: {
    input: { checklistId: "5c2e1a2b3d4e5f6071829306", name: "Call the baker" },
    request: {
      method: "POST",
      path: "/checklists/5c2e1a2b3d4e5f6071829306/checkItems",
      body: { name: "Call the baker" },
    },
    response: { id: "5c2e1a2b3d4e5f6071829307", name: "Call the baker", state: "incomplete" },
  },
  boards_list: {
    input: {},
    request: {
      method: "GET",
      path: "/members/me/boards",
      query: { filter: "open", fields: "name,desc,closed,url,idOrganization,dateLastActivity" },
    },
    response: [board],
  },
  boards_create: {
    input: { name: "Launch", defaultLists: false },
    request: { method: "POST", path: "/boards", body: { name: "Launch", defaultLists: false } },
    response: board,
  },
  lists_list: {
    input: { boardId: board.id },
    request: { method: "GET", path: `/boards/${board.id}/lists` },
    response: [list],
  },
  lists_create: {
    input: { idBoard: board.id, name: "Doing", pos: "bottom" },
    request: { method: "POST", path: "/lists", body: { idBoard: board.id, name: "Doing", pos: "bottom" } },
    response: list,
  },
  labels_list: {
    input: { boardId: board.id },
    request: { method: "GET", path: `/boards/${board.id}/labels` },
    response: [{ id: "5abbe4b7ddc1b351ef961420", idBoard: board.id, name: "Urgent", color: "red" }],
  },
  members_list: {
    input: { boardId: board.id },
    request: { method: "GET", path: `/boards/${board.id}/members` },
    response: [{ id: "5abbe4b7ddc1b351ef961400", username: "ada", fullName: "Ada Example" }],
  },
  cards_search: {
    input: { query: "cake is:open", cards_limit: 5 },
    request: {
      method: "GET",
      path: "/search",
      query: { query: "cake is:open", cards_limit: "5", modelTypes: "cards" },
    },
    response: { cards: [card], options: { terms: [{ text: "cake" }], modelTypes: ["cards"] } },
  },
  members_me_get: {
    input: {},
    request: { method: "GET", path: "/members/me", query: { fields: "username,fullName,email,url" } },
    response: {
      id: "5abbe4b7ddc1b351ef961400",
      username: "ada",
      fullName: "Ada Example",
      email: "ada@example.com",
    },
  },
};
