import type { ToolExamples } from "@bowline/catalog/application";

const task = {
  id: "6XGgm6PHrGgMpCFX",
  content: "Order the cake",
  description: "",
  project_id: "6XGgm6PHrGgMpCFP",
  labels: [],
  priority: 4,
  due: { date: "2030-01-31", string: "31 Jan", is_recurring: false },
  checked: false,
};
const project = { id: task.project_id, name: "Launch", color: "charcoal", is_favorite: false };
const comment = { id: "6XGgm6PHrGgMpCFC", content: "It is ordered.", posted_at: "2030-01-10T09:00:00Z" };
const path = `/tasks/${task.id}`;
const at = { taskId: task.id };
const page = (item: { id: string }) => ({ results: [item], next_cursor: null });

export const examples: ToolExamples = {
  tasks_list: {
    input: { project_id: project.id, limit: 2 },
    request: { method: "GET", path: "/tasks", query: { project_id: project.id, limit: "2" } },
    response: page(task),
  },
  tasks_search: {
    input: { query: "today | overdue" },
    request: { method: "GET", path: "/tasks/filter", query: { query: "today | overdue" } },
    response: page(task),
  },
  tasks_get: { input: at, request: { method: "GET", path }, response: task },
  tasks_create: {
    input: { content: "Order the cake", due_string: "31 jan", priority: 4 },
    request: {
      method: "POST",
      path: "/tasks",
      body: { content: "Order the cake", priority: 4, due_string: "31 jan" },
    },
    response: task,
  },
  tasks_update: {
    input: { ...at, content: "Order two cakes" },
    request: { method: "POST", path, body: { content: "Order two cakes" } },
    response: { ...task, content: "Order two cakes" },
  },
  tasks_move: {
    input: { ...at, project_id: project.id },
    request: { method: "POST", path: `${path}/move`, body: { project_id: project.id } },
    response: task,
  },
  tasks_close: { input: at, request: { method: "POST", path: `${path}/close` }, response: null, status: 204 },
  tasks_reopen: {
    input: at,
    request: { method: "POST", path: `${path}/reopen` },
    response: null,
    status: 204,
  },
  tasks_delete: { input: at, request: { method: "DELETE", path }, response: null, status: 204 },
  comments_list: {
    input: at,
    request: { method: "GET", path: "/comments", query: { task_id: task.id } },
    response: page(comment),
  },
  comments_create: {
    input: { task_id: task.id, content: "It is ordered." },
    request: { method: "POST", path: "/comments", body: { task_id: task.id, content: "It is ordered." } },
    response: comment,
  },
  projects_list: { input: {}, request: { method: "GET", path: "/projects" }, response: page(project) },
  projects_create: {
    input: { name: "Launch", view_style: "board" },
    request: { method: "POST", path: "/projects", body: { name: "Launch", view_style: "board" } },
    response: project,
  },
  sections_list: {
    input: { project_id: project.id },
    request: { method: "GET", path: "/sections", query: { project_id: project.id } },
    response: page({ ...project, id: "6XGgm6PHrGgMpCFS" }),
  },
  labels_list: {
    input: { limit: 10 },
    request: { method: "GET", path: "/labels", query: { limit: "10" } },
    response: page({ ...project, id: "6XGgm6PHrGgMpCFL" }),
  },
  user_get: {
    input: {},
    request: { method: "GET", path: "/user" },
    response: {
      id: "2671355",
      email: "ada@example.com",
      full_name: "Ada",
      tz_info: { timezone: "Europe/Paris" },
    },
  },
};
