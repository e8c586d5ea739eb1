import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { gid, limit, many, offset, one, paging, task, taskFields, taskId } from "./shapes.ts";

const read = ["tasks:read"];
const write = ["tasks:write"];
const members = {
  name: z.string().min(1).describe("The title."),
  notes: z.string().optional().describe("The text, plain."),
  assignee: z.string().optional().describe("Id or e-mail address of a user, or `me`."),
  due_on: z.string().optional().describe("Such as `2030-01-31`."),
  due_at: z.string().optional().describe("With a time: `2030-01-31T12:00:00Z`. Instead of due_on."),
  start_on: z.string().optional().describe("Such as `2030-01-15`. Needs due_on."),
  completed: z.boolean().optional(),
  custom_fields: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Values by the id of the custom field."),
};
const data = {
  name: fromInput("name"),
  notes: fromInput("notes"),
  assignee: fromInput("assignee"),
  due_on: fromInput("due_on"),
  due_at: fromInput("due_at"),
  start_on: fromInput("start_on"),
  completed: fromInput("completed"),
  custom_fields: fromInput("custom_fields"),
} as const;
const pages = { limit: fromInput("limit"), offset: fromInput("offset"), opt_fields: taskFields } as const;

export const taskTools = [
  defineTool({
    operation: "tasks_list",
    name: "List a person's tasks",
    description:
      "Returns the tasks that are assigned to a user in a workspace. Tasks of a project: project_tasks_list.",
    input: z.object({
      assignee: z.string().min(1).describe("Id or e-mail address of the user, or `me`."),
      workspace: gid("workspace"),
      completed_since: z
        .string()
        .optional()
        .describe("`now`: only tasks that are not done; else also those done since."),
      modified_since: z.string().optional().describe("Such as `2030-01-01T00:00:00Z`."),
      limit,
      offset,
    }),
    output: many(task),
    scopes: read,
    resultsPath: "/data",
    paging,
    request: {
      method: "GET",
      path: "/tasks",
      query: {
        assignee: fromInput("assignee"),
        workspace: fromInput("workspace"),
        completed_since: fromInput("completed_since"),
        modified_since: fromInput("modified_since"),
        ...pages,
      },
    },
  }),
  defineTool({
    operation: "project_tasks_list",
    name: "List tasks of a project",
    description: "Returns the tasks of one project, in its order.",
    input: z.object({
      projectId: gid("project"),
      completed_since: z.string().optional().describe("`now`: only tasks that are not done."),
      limit,
      offset,
    }),
    output: many(task),
    scopes: read,
    resultsPath: "/data",
    paging,
    context: { type: "project", inputs: ["projectId"] },
    request: {
      method: "GET",
      path: "/projects/{projectId}/tasks",
      query: { completed_since: fromInput("completed_since"), ...pages },
    },
  }),
  defineTool({
    operation: "tasks_search",
    name: "Search tasks",
    description:
      "Finds tasks of a workspace by words and properties, at most 100. Needs a paid plan of Asana.",
    input: z.object({
      workspaceId: gid("workspace"),
      text: z.string().optional().describe("Words in title and text."),
      assignee: z.string().optional().describe("Ids of users with commas, or `me`."),
      project: z.string().optional().describe("Ids of projects with commas."),
      completed: z.boolean().optional(),
      dueBefore: z.string().optional().describe("Such as `2030-01-31`."),
      dueAfter: z.string().optional().describe("Such as `2030-01-01`."),
      sort_by: z.enum(["due_date", "created_at", "completed_at", "likes", "modified_at"]).optional(),
      limit,
    }),
    output: many(task),
    scopes: read,
    resultsPath: "/data",
    results: { top: { parameter: "limit", max: 100 } },
    request: {
      method: "GET",
      path: "/workspaces/{workspaceId}/tasks/search",
      query: {
        text: fromInput("text"),
        "assignee.any": fromInput("assignee"),
        "projects.any": fromInput("project"),
        completed: fromInput("completed"),
        "due_on.before": fromInput("dueBefore"),
        "due_on.after": fromInput("dueAfter"),
        sort_by: fromInput("sort_by"),
        limit: fromInput("limit"),
        opt_fields: taskFields,
      },
    },
  }),
  defineTool({
    operation: "tasks_get",
    name: "Get a task",
    description: "Returns one task with its text, people, projects and custom fields.",
    input: z.object({ taskId }),
    output: one(task),
    scopes: read,
    request: { method: "GET", path: "/tasks/{taskId}" },
  }),
  defineTool({
    operation: "tasks_create",
    name: "Create a task",
    description: "Creates a task in a project, or in a workspace without one.",
    input: z.object({
      ...members,
      projects: z
        .array(gid("project"))
        .optional()
        .describe("Projects to put it in. Give projects, workspace or parent."),
      workspace: gid("workspace").optional(),
      parent: gid("task that it is a part of").optional(),
      followers: z.array(z.string()).optional().describe("Users who are told of changes."),
    }),
    output: one(task),
    scopes: write,
    request: {
      method: "POST",
      path: "/tasks",
      body: {
        data: {
          ...data,
          projects: fromInput("projects"),
          workspace: fromInput("workspace"),
          parent: fromInput("parent"),
          followers: fromInput("followers"),
        },
      },
    },
  }),
  defineTool({
    operation: "tasks_update",
    name: "Change a task",
    description: "Changes only the members given: title, dates, assignee, or done with completed `true`.",
    input: z.object({ taskId, ...members, name: members.name.optional() }),
    output: one(task),
    hints: { destructive: true, idempotent: true },
    scopes: write,
    request: { method: "PUT", path: "/tasks/{taskId}", body: { data } },
  }),
  defineTool({
    operation: "tasks_delete",
    name: "Delete a task",
    description: "Moves a task to the user's trash, where Asana keeps it for 30 days.",
    input: z.object({ taskId }),
    output: one(z.looseObject({})),
    scopes: ["tasks:delete"],
    request: { method: "DELETE", path: "/tasks/{taskId}" },
  }),
  defineTool({
    operation: "tasks_move",
    name: "Put a task in a project or section",
    description: "Adds a task to a project, or moves it to a section of a project it is in.",
    input: z.object({
      taskId,
      project: gid("project"),
      section: gid("section").optional().describe("Id of the section, from sections_list."),
    }),
    output: one(z.looseObject({})),
    hints: { idempotent: true },
    scopes: write,
    request: {
      method: "POST",
      path: "/tasks/{taskId}/addProject",
      body: { data: { project: fromInput("project"), section: fromInput("section") } },
    },
  }),
];
