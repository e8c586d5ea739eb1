import type { ToolExamples } from "@bowline/catalog/application";

const ada = {
  self: "https://example.atlassian.net/rest/api/2/user?accountId=5b10a2844c20165700ede21g",
  accountId: "5b10a2844c20165700ede21g",
  displayName: "Ada Example",
  emailAddress: "ada@example.com",
  active: true,
};
const issue = {
  id: "10002",
  key: "ENG-123",
  self: "https://example.atlassian.net/rest/api/2/issue/10002",
  fields: { summary: "Fix the gate", status: { name: "To Do" }, assignee: ada },
};
const issuePath = "/rest/api/2/issue/ENG-123";
const comment = { id: "10000", author: ada, body: "It is *done*.", created: "2030-01-10T09:00:00.000+0000" };
const page = { startAt: 0, maxResults: 50, total: 1 };

export const examples: ToolExamples = {
  issues_search: [
    {
      input: { jql: "project = ENG ORDER BY updated DESC", maxResults: 2 },
      request: {
        method: "POST",
        path: "/rest/api/2/search/jql",
        body: {
          jql: "project = ENG ORDER BY updated DESC",
          fields: ["summary", "status", "assignee", "priority", "issuetype", "updated"],
          maxResults: 2,
        },
      },
      response: { issues: [issue], isLast: true },
    },
    {
      input: { jql: "project = ENG", fields: ["summary"], nextPageToken: "CAEaAggD" },
      request: {
        method: "POST",
        path: "/rest/api/2/search/jql",
        body: { jql: "project = ENG", fields: ["summary"], nextPageToken: "CAEaAggD" },
      },
      response: { issues: [issue], isLast: true },
    },
  ],
  issues_get: {
    input: { issueKey: "ENG-123", fields: ["summary", "comment"] },
    request: { method: "GET", path: issuePath, query: { fields: "summary,comment" } },
    response: issue,
  },
  issues_create: {
    input: {
      projectKey: "ENG",
      issueType: "Bug",
      summary: "Fix the gate",
      description: "It is *stuck*.",
      priority: "High",
      labels: ["garden"],
    },
    request: {
      method: "POST",
      path: "/rest/api/2/issue",
      body: {
        fields: {
          project: { key: "ENG" },
          issuetype: { name: "Bug" },
          summary: "Fix the gate",
          description: "It is *stuck*.",
          priority: { name: "High" },
          labels: ["garden"],
        },
      },
    },
    response: { id: issue.id, key: issue.key, self: issue.self },
    status: 201,
  },
  issues_update: {
    input: { issueKey: "ENG-123", dueDate: "2030-01-31", assigneeId: ada.accountId },
    request: {
      method: "PUT",
      path: issuePath,
      body: { fields: { assignee: { accountId: ada.accountId }, duedate: "2030-01-31" } },
    },
    response: null,
    status: 204,
  },
  issues_set_fields: {
    input: { issueKey: "ENG-123", fields: { customfield_10016: 5 } },
    request: { method: "PUT", path: issuePath, body: { fields: { customfield_10016: 5 } } },
    response: null,
    status: 204,
  },
  issues_delete: {
    input: { issueKey: "ENG-123", deleteSubtasks: true },
    request: { method: "DELETE", path: issuePath, query: { deleteSubtasks: "true" } },
    response: null,
    status: 204,
  },
  transitions_list: {
    input: { issueKey: "ENG-123" },
    request: { method: "GET", path: `${issuePath}/transitions` },
    response: {
      transitions: [{ id: "31", name: "Done", to: { id: "10001", name: "Done" }, hasScreen: false }],
    },
  },
  issues_transition: {
    input: { issueKey: "ENG-123", transitionId: "31", resolution: "Fixed" },
    request: {
      method: "POST",
      path: `${issuePath}/transitions`,
      body: { transition: { id: "31" }, fields: { resolution: { name: "Fixed" } } },
    },
    response: null,
    status: 204,
  },
  issues_assign: {
    input: { issueKey: "ENG-123", accountId: null },
    request: { method: "PUT", path: `${issuePath}/assignee`, body: { accountId: null } },
    response: null,
    status: 204,
  },
  comments_list: {
    input: { issueKey: "ENG-123", orderBy: "-created" },
    request: { method: "GET", path: `${issuePath}/comment`, query: { orderBy: "-created" } },
    response: { ...page, comments: [comment] },
  },
  comments_create: {
    input: { issueKey: "ENG-123", body: "It is *done*." },
    request: { method: "POST", path: `${issuePath}/comment`, body: { body: "It is *done*." } },
    response: comment,
    status: 201,
  },
  worklogs_create: {
    input: { issueKey: "ENG-123", timeSpent: "1h 30m", comment: "Oiled it." },
    request: {
      method: "POST",
      path: `${issuePath}/worklog`,
      body: { timeSpent: "1h 30m", comment: "Oiled it." },
    },
    response: { id: "100028", issueId: "10002", timeSpent: "1h 30m", timeSpentSeconds: 5400, author: ada },
    status: 201,
  },
  issue_links_create: {
    input: { type: "Blocks", inwardKey: "ENG-123", outwardKey: "ENG-124" },
    request: {
      method: "POST",
      path: "/rest/api/2/issueLink",
      body: { type: { name: "Blocks" }, inwardIssue: { key: "ENG-123" }, outwardIssue: { key: "ENG-124" } },
    },
    response: null,
    status: 201,
  },
  projects_list: {
    input: { query: "eng", maxResults: 10 },
    request: { method: "GET", path: "/rest/api/2/project/search", query: { query: "eng", maxResults: "10" } },
    response: {
      ...page,
      isLast: true,
      values: [{ id: "10000", key: "ENG", name: "Engineering", projectTypeKey: "software" }],
    },
  },
  issue_types_list: {
    input: { projectKey: "ENG" },
    request: { method: "GET", path: "/rest/api/2/issue/createmeta/ENG/issuetypes" },
    response: { ...page, issueTypes: [{ id: "1", name: "Bug", subtask: false }] },
  },
  fields_list: {
    input: {},
    request: { method: "GET", path: "/rest/api/2/field" },
    response: [{ id: "summary", key: "summary", name: "Summary", custom: false }],
  },
  boards_list: {
    input: { projectKeyOrId: "ENG", type: "scrum" },
    request: {
      method: "GET",
      path: "/rest/agile/1.0/board",
      query: { projectKeyOrId: "ENG", type: "scrum" },
    },
    response: { ...page, isLast: true, values: [{ id: 84, name: "Engineering", type: "scrum" }] },
  },
  sprints_list: {
    input: { boardId: 84, state: "active" },
    request: { method: "GET", path: "/rest/agile/1.0/board/84/sprint", query: { state: "active" } },
    response: {
      ...page,
      isLast: true,
      values: [{ id: 37, name: "Sprint 1", state: "active", originBoardId: 84 }],
    },
  },
  sprint_issues_list: {
    input: { sprintId: 37, jql: "status != Done" },
    request: { method: "GET", path: "/rest/agile/1.0/sprint/37/issue", query: { jql: "status != Done" } },
    response: { ...page, issues: [issue] },
  },
  users_search: {
    input: { query: "ada" },
    request: { method: "GET", path: "/rest/api/2/user/search", query: { query: "ada" } },
    response: [ada],
  },
  myself_get: { input: {}, request: { method: "GET", path: "/rest/api/2/myself" }, response: ada },
};
