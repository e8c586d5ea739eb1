import { defineTool, z } from "@bowline/catalog/application";
import { cursor, nextCursor, ok, user } from "./shared.ts";

// https://docs.slack.dev/reference/methods?family=users
export const peopleTools = [
  defineTool({
    operation: "auth_test",
    name: "Who the connection is",
    description: "Returns the workspace and the user or bot that the connection acts as.",
    input: z.object({}),
    output: z.object({
      ...ok,
      url: z.string(),
      team: z.string(),
      user: z.string(),
      team_id: z.string(),
      user_id: z.string(),
      bot_id: z.string().optional(),
    }),
    request: { method: "POST", path: "/auth.test" },
    hints: { readOnly: true },
  }),
  defineTool({
    operation: "users_list",
    name: "List people",
    description: "Lists the people and bots of the workspace with their ids, names and e-mail addresses.",
    input: z.object({
      limit: z.int().min(1).max(1000).optional(),
      cursor,
      include_locale: z.boolean().optional(),
    }),
    output: z.object({ ...ok, members: z.array(user), response_metadata: nextCursor }),
    request: { method: "GET", path: "/users.list" },
    resultsPath: "/members",
    paging: {
      kind: "cursor",
      parameter: "cursor",
      cursorPath: "/response_metadata/next_cursor",
      sizeParameter: "limit",
      maxSize: 200,
    },
    scopes: ["users:read", "users:read.email"],
  }),
  defineTool({
    operation: "users_get",
    name: "Get a person",
    description: "Returns a person's names, time zone, title and status.",
    input: z.object({ user: z.string().describe("Id of the user, such as U0123456789.") }),
    output: z.object({ ...ok, user }),
    request: { method: "GET", path: "/users.info" },
    scopes: ["users:read"],
  }),
  defineTool({
    operation: "users_find_by_email",
    name: "Find a person by e-mail address",
    description: "Returns the person with an e-mail address. Fails with users_not_found when there is none.",
    input: z.object({ email: z.string() }),
    output: z.object({ ...ok, user }),
    request: { method: "GET", path: "/users.lookupByEmail" },
    scopes: ["users:read", "users:read.email"],
  }),
];
