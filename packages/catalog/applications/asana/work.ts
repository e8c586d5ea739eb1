import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { gid, limit, many, named, offset, one, paging, taskId } from "./shapes.ts";

const story = z.looseObject({ gid: z.string(), type: z.string().optional(), text: z.string().optional() });
const pages = { limit: fromInput("limit"), offset: fromInput("offset") } as const;

export const workTools = [
  defineTool({
    operation: "comments_list",
    name: "List comments and changes of a task",
    description:
      "Returns the comments of a task and what was changed, oldest first. Comments have the type `comment`.",
    input: z.object({ taskId, limit, offset }),
    output: many(story),
    scopes: ["stories:read"],
    resultsPath: "/data",
    paging,
    request: {
      method: "GET",
      path: "/tasks/{taskId}/stories",
      query: { ...pages, opt_fields: "type,text,created_at,created_by.name" },
    },
  }),
  defineTool({
    operation: "comments_create",
    name: "Comment on a task",
    description: "Writes a comment on a task as the connected user.",
    input: z.object({ taskId, text: z.string().min(1).describe("The comment, plain.") }),
    output: one(story),
    scopes: ["stories:write"],
    request: { method: "POST", path: "/tasks/{taskId}/stories", body: { data: { text: fromInput("text") } } },
  }),
  defineTool({
    operation: "projects_list",
    name: "List projects",
    description: "Returns the projects of a workspace or a team.",
    input: z.object({
      workspace: gid("workspace").optional(),
      team: gid("team").optional(),
      archived: z.boolean().optional().describe("Only archived ones, or only the others."),
      limit,
      offset,
    }),
    output: many(named),
    scopes: ["projects:read"],
    resultsPath: "/data",
    paging,
    request: {
      method: "GET",
      path: "/projects",
      query: {
        workspace: fromInput("workspace"),
        team: fromInput("team"),
        archived: fromInput("archived"),
        ...pages,
        opt_fields: "name,archived,color,due_on,owner.name,permalink_url",
      },
    },
  }),
  defineTool({
    operation: "projects_create",
    name: "Create a project",
    description: "Creates a project in a workspace, and in a team where the workspace is an organization.",
    input: z.object({
      name: z.string().min(1).describe("Name of the project."),
      workspace: gid("workspace"),
      team: gid("team").optional(),
      notes: z.string().optional().describe("What it is about."),
      default_view: z.enum(["list", "board", "calendar", "timeline"]).optional(),
      due_on: z.string().optional().describe("Such as `2030-03-31`."),
    }),
    output: one(named),
    scopes: ["projects:write"],
    request: {
      method: "POST",
      path: "/projects",
      body: {
        data: {
          name: fromInput("name"),
          workspace: fromInput("workspace"),
          team: fromInput("team"),
          notes: fromInput("notes"),
          default_view: fromInput("default_view"),
          due_on: fromInput("due_on"),
        },
      },
    },
  }),
  defineTool({
    operation: "sections_list",
    name: "List sections of a project",
    description: "Returns the sections, or columns of the board, of one project.",
    input: z.object({ projectId: gid("project"), limit, offset }),
    output: many(named),
    scopes: ["projects:read"],
    resultsPath: "/data",
    paging,
    context: { type: "project", inputs: ["projectId"] },
    request: { method: "GET", path: "/projects/{projectId}/sections" },
  }),
  defineTool({
    operation: "workspaces_list",
    name: "List workspaces",
    description:
      "Returns the workspaces and organizations that the user is in, with the ids that other tools take.",
    input: z.object({ limit, offset }),
    output: many(named),
    scopes: ["workspaces:read"],
    resultsPath: "/data",
    paging,
    request: { method: "GET", path: "/workspaces" },
  }),
  defineTool({
    operation: "users_list",
    name: "List users",
    description: "Returns the people of a workspace with their ids and e-mail addresses.",
    input: z.object({ workspace: gid("workspace"), limit, offset }),
    output: many(named),
    scopes: ["users:read"],
    resultsPath: "/data",
    paging,
    request: {
      method: "GET",
      path: "/users",
      query: { workspace: fromInput("workspace"), ...pages, opt_fields: "name,email" },
    },
  }),
  defineTool({
    operation: "users_me_get",
    name: "Get the connected user",
    description: "Returns the user that the connection acts for, and the workspaces.",
    input: z.object({}),
    output: one(named),
    scopes: ["users:read"],
    request: { method: "GET", path: "/users/me" },
  }),
];
