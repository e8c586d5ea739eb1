import type { ToolExamples } from "@bowline/catalog/application";

const project = { gid: "1204619611402341", name: "Launch", resource_type: "project" };
const ada = { gid: "1204619611402343", name: "Ada Example", resource_type: "user" };
const workspace = { gid: "1204619611402342", name: "Example", resource_type: "workspace" };
const task = {
  gid: "1204619611402340",
  name: "Order the cake",
  completed: false,
  due_on: "2030-01-31",
  due_at: null,
  assignee: { gid: ada.gid, name: ada.name },
  projects: [project],
  permalink_url: "https://app.asana.com/0/1204619611402341/1204619611402340",
  modified_at: "2030-01-10T09:00:00.000Z",
};
const taskPath = `/tasks/${task.gid}`;
const optFields =
  "name,completed,due_on,due_at,assignee.name,assignee.email,projects.name,memberships.section.name,tags.name,permalink_url,modified_at";
const comment = { gid: "1204619611402350", resource_type: "story", type: "comment", text: "It is ordered." };

export const examples: ToolExamples = {
  tasks_list: {
    input: { assignee: "me", workspace: workspace.gid, completed_since: "now", limit: 2 },
    request: {
      method: "GET",
      path: "/tasks",
      query: {
        assignee: "me",
        workspace: workspace.gid,
        completed_since: "now",
        limit: "2",
        opt_fields: optFields,
      },
    },
    response: { data: [task], next_page: null },
  },
  project_tasks_list: {
    input: { projectId: project.gid, offset: "eyJ0eXAiOJiKV1iQLCJhbGciOiJIUzI1NiJ9" },
    request: {
      method: "GET",
      path: `/projects/${project.gid}/tasks`,
      query: { offset: "eyJ0eXAiOJiKV1iQLCJhbGciOiJIUzI1NiJ9", opt_fields: optFields },
    },
    response: { data: [task], next_page: null },
  },
  tasks_search: {
    input: {
      workspaceId: workspace.gid,
      text: "cake",
      completed: false,
      dueBefore: "2030-02-01",
      sort_by: "due_date",
    },
    request: {
      method: "GET",
      path: `/workspaces/${workspace.gid}/tasks/search`,
      query: {
        text: "cake",
        completed: "false",
        "due_on.before": "2030-02-01",
        sort_by: "due_date",
        opt_fields: optFields,
      },
    },
    response: { data: [task] },
  },
  tasks_get: {
    input: { taskId: task.gid },
    request: { method: "GET", path: taskPath },
    response: { data: { ...task, notes: "Chocolate", followers: [ada] } },
  },
  tasks_create: {
    input: {
      name: "Order the cake",
      projects: [project.gid],
      assignee: "ada@example.com",
      due_on: "2030-01-31",
    },
    request: {
      method: "POST",
      path: "/tasks",
      body: {
        data: {
          name: "Order the cake",
          assignee: "ada@example.com",
          due_on: "2030-01-31",
          projects: [project.gid],
        },
      },
    },
    response: { data: task },
    status: 201,
  },
  tasks_update: {
    input: { taskId: task.gid, completed: true },
    request: { method: "PUT", path: taskPath, body: { data: { completed: true } } },
    response: { data: { ...task, completed: true } },
  },
  tasks_delete: {
    input: { taskId: task.gid },
    request: { method: "DELETE", path: taskPath },
    response: { data: {} },
  },
  tasks_move: {
    input: { taskId: task.gid, project: project.gid, section: "1204619611402360" },
    request: {
      method: "POST",
      path: `${taskPath}/addProject`,
      body: { data: { project: project.gid, section: "1204619611402360" } },
    },
    response: { data: {} },
  },
  comments_list: {
    input: { taskId: task.gid },
    request: {
      method: "GET",
      path: `${taskPath}/stories`,
      query: { opt_fields: "type,text,created_at,created_by.name" },
    },
    response: { data: [comment], next_page: null },
  },
  comments_create: {
    input: { taskId: task.gid, text: "It is ordered." },
    request: { method: "POST", path: `${taskPath}/stories`, body: { data: { text: "It is ordered." } } },
    response: { data: comment },
    status: 201,
  },
  projects_list: {
    input: { workspace: workspace.gid, archived: false },
    request: {
      method: "GET",
      path: "/projects",
      query: {
        workspace: workspace.gid,
        archived: "false",
        opt_fields: "name,archived,color,due_on,owner.name,permalink_url",
      },
    },
    response: { data: [{ ...project, archived: false, color: "light-green" }], next_page: null },
  },
  projects_create: {
    input: { name: "Launch", workspace: workspace.gid, default_view: "board" },
    request: {
      method: "POST",
      path: "/projects",
      body: { data: { name: "Launch", workspace: workspace.gid, default_view: "board" } },
    },
    response: { data: project },
    status: 201,
  },
  sections_list: {
    input: { projectId: project.gid },
    request: { method: "GET", path: `/projects/${project.gid}/sections` },
    response: {
      data: [{ gid: "1204619611402360", name: "Next", resource_type: "section" }],
      next_page: null,
    },
  },
  workspaces_list: {
    input: { limit: 10 },
    request: { method: "GET", path: "/workspaces", query: { limit: "10" } },
    response: { data: [workspace], next_page: null },
  },
  users_list: {
    input: { workspace: workspace.gid },
    request: { method: "GET", path: "/users", query: { workspace: workspace.gid, opt_fields: "name,email" } },
    response: { data: [{ gid: ada.gid, name: ada.name, email: "ada@example.com" }], next_page: null },
  },
  users_me_get: {
    input: {},
    request: { method: "GET", path: "/users/me" },
    response: { data: { ...ada, email: "ada@example.com", workspaces: [workspace] } },
  },
};
