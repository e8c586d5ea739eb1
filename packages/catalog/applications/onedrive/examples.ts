import type { ToolExamples } from "@bowline/catalog/application";

const item = {
  id: "01BYE5RZ6QN3ZWBTUFOFD3GSPGOHDJD36K",
  name: "notes.md",
  size: 7,
  webUrl: "https://example-my.sharepoint.com/personal/ada/Documents/notes.md",
  lastModifiedDateTime: "2030-01-10T09:00:00Z",
  file: { mimeType: "text/markdown" },
  parentReference: { id: "01BYE5RZ56Y2GOVW7725BZO354PWSELRRZ", path: "/drive/root:" },
};
const { file: _, ...unfiled } = item;
const folder = { ...unfiled, name: "Reports", folder: { childCount: 0 } };
const path = `/me/drive/items/${item.id}`;
const permission = {
  id: "aTowIy5mfG1lbWJlcnNoaXB8",
  roles: ["read"],
  link: { type: "view", webUrl: "https://1drv.ms/t/s" },
};

export const examples: ToolExamples = {
  items_search: {
    input: { q: "Ada''s notes", top: 5 },
    request: { method: "GET", path: "/me/drive/root/search(q='Ada%27%27s%20notes')", query: { $top: "5" } },
    response: { value: [item] },
  },
  items_list: {
    input: { itemId: "root", orderby: "name" },
    request: { method: "GET", path: "/me/drive/items/root/children", query: { $orderby: "name" } },
    response: { value: [item, folder] },
  },
  items_get: { input: { itemId: item.id }, request: { method: "GET", path }, response: item },
  items_get_by_path: {
    input: { path: "Reports/2030/January report.xlsx" },
    request: { method: "GET", path: "/me/drive/root:/Reports/2030/January%20report.xlsx" },
    response: item,
  },
  files_download: {
    input: { itemId: item.id },
    request: { method: "GET", path: `${path}/content` },
    response: "# Notes",
  },
  files_upload: {
    input: { parentId: "root", name: "my notes.md", text: "# Notes" },
    request: {
      method: "PUT",
      path: "/me/drive/items/root:/my%20notes.md:/content",
      query: { "@microsoft.graph.conflictBehavior": "replace" },
      body: "# Notes",
    },
    response: item,
    status: 201,
  },
  folders_create: {
    input: { parentId: "root", name: "Reports", conflictBehavior: "rename" },
    request: {
      method: "POST",
      path: "/me/drive/items/root/children",
      body: { name: "Reports", folder: {}, "@microsoft.graph.conflictBehavior": "rename" },
    },
    response: folder,
    status: 201,
  },
  items_update: {
    input: { itemId: item.id, name: "notes-2030.md", parentReference: { id: folder.id } },
    request: { method: "PATCH", path, body: { name: "notes-2030.md", parentReference: { id: folder.id } } },
    response: { ...item, name: "notes-2030.md" },
  },
  items_copy: {
    input: { itemId: item.id, name: "copy.md" },
    request: { method: "POST", path: `${path}/copy`, body: { name: "copy.md" } },
    response: null,
    status: 202,
  },
  items_delete: {
    input: { itemId: item.id },
    request: { method: "DELETE", path },
    response: null,
    status: 204,
  },
  links_create: {
    input: { itemId: item.id, type: "view", scope: "organization" },
    request: { method: "POST", path: `${path}/createLink`, body: { type: "view", scope: "organization" } },
    response: permission,
    status: 201,
  },
  items_invite: {
    input: {
      itemId: item.id,
      recipients: [{ email: "grace@example.com" }],
      roles: ["read"],
      requireSignIn: true,
      sendInvitation: false,
    },
    request: {
      method: "POST",
      path: `${path}/invite`,
      body: {
        recipients: [{ email: "grace@example.com" }],
        roles: ["read"],
        requireSignIn: true,
        sendInvitation: false,
      },
    },
    response: { value: [permission] },
  },
  permissions_list: {
    input: { itemId: item.id },
    request: { method: "GET", path: `${path}/permissions` },
    response: { value: [permission] },
  },
  permissions_delete: {
    input: { itemId: item.id, permissionId: permission.id },
    request: { method: "DELETE", path: `${path}/permissions/${permission.id}` },
    response: null,
    status: 204,
  },
  drive_get: {
    input: {},
    request: { method: "GET", path: "/me/drive" },
    response: {
      id: "b!t18F8ybsHUq1z3LTz8xvZqP8zaSWjkFNhsME",
      driveType: "business",
      owner: { user: { displayName: "Ada", email: "ada@example.com" } },
      quota: { total: 1099511627776, used: 1024 },
    },
  },
};
