import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { comment, cursor, id, limit, nothing, pageOf, paging, read, task, write } from "./shapes.ts";

const taskId = id("task");
const members = {
  content: z.string().min(1).describe("The task, on one line; may hold Markdown."),
  description: z.string().optional().describe("More text as Markdown."),
  labels: z.array(z.string()).optional().describe("Names of labels; the list replaces the old one."),
  priority: z.int().min(1).max(4).optional().describe("4 is the most urgent, 1 the usual."),
  due_string: z
    .string()
    .optional()
    .describe("When it is due, in words: `tomorrow at 12:00`, `every monday`."),
  due_date: z.string().optional().describe("Such as `2030-01-31`. Instead of due_string."),
  due_datetime: z.string().optional().describe("Such as `2030-01-31T12:00:00Z`. Instead of due_string."),
  assignee_id: z.string().optional().describe("Id of a person, in shared projects."),
};

export const taskTools = [
  defineTool({
    operation: "tasks_list",
    name: "List tasks",
    description: "Returns tasks that are not done, of a project, section or label, or all of them.",
    input: z.object({
      project_id: id("project").optional(),
      section_id: id("section").optional(),
      label: z.string().optional().describe("Name of a label."),
      limit,
      cursor,
    }),
    output: pageOf(task),
    scopes: read,
    resultsPath: "/results",
    paging,
    context: { type: "project", inputs: ["project_id"] },
    request: { method: "GET", path: "/tasks" },
  }),
  defineTool({
    operation: "tasks_search",
    name: "Find tasks by a filter",
    description: "Finds tasks that are not done with Todoist's filters.",
    input: z.object({
      query: z
        .string()
        .min(1)
        .max(1024)
        .describe("Such as `today | overdue`, `p1 & #Work` or `search: invoice`."),
      limit,
      cursor,
    }),
    output: pageOf(task),
    scopes: read,
    resultsPath: "/results",
    paging,
    request: { method: "GET", path: "/tasks/filter" },
  }),
  defineTool({
    operation: "tasks_get",
    name: "Get a task",
    description: "Returns one task that is not done.",
    input: z.object({ taskId }),
    output: task,
    scopes: read,
    request: { method: "GET", path: "/tasks/{taskId}" },
  }),
  defineTool({
    operation: "tasks_create",
    name: "Create a task",
    description: "Creates a task, in the inbox unless a project is named.",
    input: z.object({
      ...members,
      project_id: id("project").optional(),
      section_id: id("section").optional(),
      parent_id: id("task that it is a part of").optional(),
    }),
    output: task,
    scopes: ["task:add"],
    request: { method: "POST", path: "/tasks" },
  }),
  defineTool({
    operation: "tasks_update",
    name: "Change a task",
    description: "Changes only the members given of a task. To finish it use tasks_close.",
    input: z.object({ taskId, ...members, content: members.content.optional() }),
    output: task,
    hints: { destructive: true, idempotent: true },
    scopes: write,
    request: { method: "POST", path: "/tasks/{taskId}" },
  }),
  defineTool({
    operation: "tasks_move",
    name: "Move a task",
    description: "Moves a task to another project, section or parent task. Name one of them.",
    input: z.object({
      taskId,
      project_id: id("project").optional(),
      section_id: id("section").optional(),
      parent_id: id("parent task").optional(),
    }),
    output: task,
    hints: { idempotent: true },
    scopes: write,
    request: { method: "POST", path: "/tasks/{taskId}/move" },
  }),
  defineTool({
    operation: "tasks_close",
    name: "Finish a task",
    description: "Marks a task as done. One that repeats goes on to its next time.",
    input: z.object({ taskId }),
    output: nothing,
    scopes: write,
    request: { method: "POST", path: "/tasks/{taskId}/close" },
  }),
  defineTool({
    operation: "tasks_reopen",
    name: "Open a task again",
    description: "Takes back that a task is done.",
    input: z.object({ taskId }),
    output: nothing,
    hints: { idempotent: true },
    scopes: write,
    request: { method: "POST", path: "/tasks/{taskId}/reopen" },
  }),
  defineTool({
    operation: "tasks_delete",
    name: "Delete a task",
    description: "Deletes a task with its sub-tasks for good.",
    input: z.object({ taskId }),
    output: nothing,
    scopes: ["data:delete"],
    request: { method: "DELETE", path: "/tasks/{taskId}" },
  }),
  defineTool({
    operation: "comments_list",
    name: "List comments of a task",
    description: "Returns the comments on one task.",
    input: z.object({ taskId, limit, cursor }),
    output: pageOf(comment),
    scopes: read,
    resultsPath: "/results",
    paging,
    request: {
      method: "GET",
      path: "/comments",
      query: { task_id: fromInput("taskId"), limit: fromInput("limit"), cursor: fromInput("cursor") },
    },
  }),
  defineTool({
    operation: "comments_create",
    name: "Comment on a task",
    description: "Writes a comment on a task.",
    input: z.object({ task_id: taskId, content: z.string().min(1).describe("The comment as Markdown.") }),
    output: comment,
    scopes: write,
    request: { method: "POST", path: "/comments" },
  }),
];
