import { expect, test } from "vitest";
import { describeSearchedTool } from "../../testing/searched-tool.ts";
import { openSearch } from "./search-index.ts";
import { replaceSpokenVerb } from "./spoken-verbs.ts";

const { buildSegment, combine } = openSearch();

const names: Record<string, [application: string, name: string, request?: string]> = {
  phone_messages_create: ["Phone", "Send a message", "POST /messages"],
  phone_calls_create: ["Phone", "Make a call", "POST /calls"],
  phone_texts_get: ["Phone", "Get a text", "GET /texts/{id}"],
  books_invoices_list: ["Books", "List invoices", "GET /invoices"],
  books_invoices_get: ["Books", "Get an invoice", "GET /invoices/{id}"],
  books_invoices_create: ["Books", "Create an invoice", "POST /invoices"],
  books_usage_today: ["Books", "List usage of today", "GET /usage/today"],
  crew_users_suspend: ["Crew", "Suspend a user", "POST /users/{id}/suspend"],
  crew_me_get: ["Crew", "Get the connected user", "POST /graphql"],
  chat_members_list: ["Chat", "List members of a channel", "GET /channels/{id}/members"],
  chat_channels_list: ["Chat", "List channels", "GET /channels"],
  staff_employees_list: ["Staff", "List employees", "GET /employees"],
  desk_issues_list: ["Desk", "List issues", "GET /issues"],
  till_refunds_create: ["Till", "Create a refund", "POST /refunds"],
  mail_messages_update: ["Mail", "Update a message", "PATCH /mails/{id}"],
  mail_messages_get: ["Mail", "Get a message", "GET /mails/{id}"],
  list_chores_get: ["List", "Get a chore", "GET /chores/{id}"],
  list_chores_complete: ["List", "Complete a chore", "POST /chores/{id}/complete"],
  shelf_products_list: ["Shelf", "List products", "GET /products"],
  ledger_models_get: ["Ledger", "Get a model", "GET /models/{id}"],
  ledger_models_list: ["Ledger", "List models of an account", "GET /models"],
  till_sales_list: ["Till", "List sales", "GET /sales"],
  till_drawer_get: ["Till", "Get drawer", "GET /boxes/{id}"],
  till_drawer_service: ["Till", "The drawer"],
  crew_login_events_list: ["Crew", "List events of logins", "GET /events"],
  drive_files_get: ["Drive", "Get a file", "GET /files/{id}?fields=id%2Cemployees%2Cmembers"],
};
const slugs = Object.keys(names);
const index = combine([
  await buildSegment(
    Object.entries(names).map(([slug, [applicationName, name, request = ""]]) => {
      const [method = "", path = ""] = request.split(" ");
      return describeSearchedTool(slug, name, {
        applicationSlug: applicationName.toLowerCase(),
        applicationName,
        method,
        path,
      });
    }),
  ),
]);
const search = (query: string): string[] => index.search(query).map((document) => slugs[document] ?? "");

test.each([
  ["text my sister", "phone_messages_create"],
  ["call somebody", "phone_calls_create"],
  ["invoice a customer", "books_invoices_create"],
  ["issue a refund", "till_refunds_create"],
])("a noun is a verb where a request begins with it: %j finds %s", (query, slug) => {
  expect(search(query)[0]).toBe(slug);
});

test("a thing that is said twice counts once where its verb names it", () => {
  expect(replaceSpokenVerb(["call", "a", "phone", "number"])).toEqual([
    "make",
    "phone",
    "call",
    "a",
    "number",
  ]);
});

test("a noun before another is none", () => {
  expect(search("text details")[0]).toBe("phone_texts_get");
});

test.each([
  ["show me unpaid invoices", "books_invoices_list"],
  ["show me the invoice", "books_invoices_get"],
])("several things are a list and one is not: %j finds %s", (query, slug) => {
  expect(search(query)[0]).toBe(slug);
});

test("a question without a verb that names several things asks for a list", () => {
  expect(search("which models are available")[0]).toBe("ledger_models_list");
});

test("an expression is known in its other forms", () => {
  expect(search("who signed in yesterday")[0]).toBe("crew_login_events_list");
});

test("words of one family are known for each other where their stems differ", () => {
  expect(search("what was sold")[0]).toBe("till_sales_list");
});

test("a request that plainly does something else comes later", () => {
  expect(search("close the drawer")[0]).toBe("till_drawer_service");
});

test("a time says less than the thing", () => {
  expect(search("which invoices came in today")[0]).toBe("books_invoices_list");
});

test("an application named as a place is the one that is meant", () => {
  expect(search("lock an employee in crew")[0]).toBe("crew_users_suspend");
});

test("a question who is in it asks for members", () => {
  expect(search("who is in this channel")[0]).toBe("chat_members_list");
});

test("who the caller is is told by a tool's name where the path does not", () => {
  expect(search("who am I")).toEqual(["crew_me_get"]);
});

test("the query of a path lists members of a response and is not searched", () => {
  expect(search("members")).not.toContain("drive_files_get");
});

test("words may stand inside an expression", () => {
  expect(search("mark the chore as done")[0]).toBe("list_chores_complete");
});

test("what is marked as read is changed, not read", () => {
  expect(search("mark the mail as read")[0]).toBe("mail_messages_update");
});

test("words of different meanings are kept apart where their stem is one", () => {
  expect(search("what is wrong in production")).not.toContain("shelf_products_list");
});
