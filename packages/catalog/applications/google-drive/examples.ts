import { createHash } from "node:crypto";
import type { ToolExamples } from "@bowline/catalog/application";

const fileId = "1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms";
const folderId = "0B7_FMwIN3nWcUEx3";
const path = `/files/${fileId}`;
const file = {
  id: fileId,
  name: "notes.md",
  mimeType: "text/markdown",
  parents: [folderId],
  modifiedTime: "2030-01-10T09:00:00.000Z",
  size: "7",
  webViewLink: `https://drive.google.com/file/d/${fileId}/view`,
  trashed: false,
};
const fields =
  "id,name,mimeType,description,parents,modifiedTime,createdTime,size,webViewLink,owners(displayName,emailAddress),shared,trashed,driveId";
const permissionFields = "id,type,role,emailAddress,displayName,domain,expirationTime";
const query = { fields, supportsAllDrives: "true" };
const permission = { id: "17085109", type: "user", role: "reader", emailAddress: "grace@example.com" };

const boundary = createHash("sha256").update("# Notes").digest("hex").slice(0, 32);

/** The stand-in has every application below its slug; at Google it is `/upload/drive/v3`. */
const uploadPath = "/upload/google-drive";

export const examples: ToolExamples = {
  files_list: {
    input: { q: "name contains 'notes'", orderBy: "modifiedTime desc", pageSize: 2 },
    request: {
      method: "GET",
      path: "/files",
      query: {
        q: "name contains 'notes'",
        orderBy: "modifiedTime desc",
        pageSize: "2",
        fields: `nextPageToken,files(${fields})`,
        supportsAllDrives: "true",
        includeItemsFromAllDrives: "true",
      },
    },
    response: { files: [file] },
  },
  files_get: { input: { fileId }, request: { method: "GET", path, query }, response: file },
  files_download: {
    input: { fileId },
    request: { method: "GET", path, query: { alt: "media", supportsAllDrives: "true" } },
    response: "# Notes",
  },
  files_export: {
    input: { fileId, mimeType: "text/markdown" },
    request: { method: "GET", path: `${path}/export`, query: { mimeType: "text/markdown" } },
    response: "# Notes",
  },
  folders_create: {
    input: { name: "Reports", parents: [folderId] },
    request: {
      method: "POST",
      path: "/files",
      query,
      body: { name: "Reports", parents: [folderId], mimeType: "application/vnd.google-apps.folder" },
    },
    response: { ...file, name: "Reports", mimeType: "application/vnd.google-apps.folder" },
  },
  files_update: {
    input: { fileId, name: "notes-2030.md", addParents: "folder2", removeParents: folderId },
    request: {
      method: "PATCH",
      path,
      query: { addParents: "folder2", removeParents: folderId, ...query },
      body: { name: "notes-2030.md" },
    },
    response: { ...file, name: "notes-2030.md" },
  },
  files_copy: {
    input: { fileId, name: "Copy" },
    request: { method: "POST", path: `${path}/copy`, query, body: { name: "Copy" } },
    response: { ...file, id: "1copy", name: "Copy" },
  },
  files_delete: {
    input: { fileId },
    request: { method: "DELETE", path, query: { supportsAllDrives: "true" } },
    response: null,
    status: 204,
  },
  files_upload: {
    input: { name: "notes.md", text: "# Notes", mimeType: "text/markdown", parents: [folderId] },
    request: {
      method: "POST",
      path: `${uploadPath}/files`,
      query: { uploadType: "multipart", ...query },
      body: [
        `--${boundary}`,
        "Content-Type: application/json; charset=UTF-8",
        "",
        JSON.stringify({ name: "notes.md", parents: [folderId], mimeType: "text/markdown" }),
        `--${boundary}`,
        "Content-Type: text/markdown",
        "",
        "# Notes",
        `--${boundary}--`,
        "",
      ].join("\r\n"),
    },
    response: file,
  },
  files_update_content: {
    input: { fileId, base64: "IyBOb3Rlcw==", mimeType: "text/markdown" },
    request: {
      method: "PATCH",
      path: `${uploadPath}/files/${fileId}`,
      query: { uploadType: "media", ...query },
      body: "# Notes",
    },
    response: file,
  },
  permissions_list: {
    input: { fileId, pageSize: 10 },
    request: {
      method: "GET",
      path: `${path}/permissions`,
      query: {
        pageSize: "10",
        fields: `nextPageToken,permissions(${permissionFields})`,
        supportsAllDrives: "true",
      },
    },
    response: { permissions: [permission] },
  },
  permissions_create: {
    input: {
      fileId,
      role: "reader",
      type: "user",
      emailAddress: "grace@example.com",
      sendNotificationEmail: false,
    },
    request: {
      method: "POST",
      path: `${path}/permissions`,
      query: { sendNotificationEmail: "false", fields: permissionFields, supportsAllDrives: "true" },
      body: { role: "reader", type: "user", emailAddress: "grace@example.com" },
    },
    response: permission,
  },
  permissions_delete: {
    input: { fileId, permissionId: permission.id },
    request: {
      method: "DELETE",
      path: `${path}/permissions/${permission.id}`,
      query: { supportsAllDrives: "true" },
    },
    response: null,
    status: 204,
  },
  comments_list: {
    input: { fileId },
    request: {
      method: "GET",
      path: `${path}/comments`,
      query: {
        fields:
          "nextPageToken,comments(id,content,resolved,createdTime,author(displayName),quotedFileContent(value),replies(id,content,createdTime,author(displayName)))",
      },
    },
    response: { comments: [{ id: "AAAAbcd", content: "Is this right?", resolved: false, replies: [] }] },
  },
  comments_create: {
    input: { fileId, content: "It is." },
    request: {
      method: "POST",
      path: `${path}/comments`,
      query: { fields: "id,content,createdTime,author(displayName)" },
      body: { content: "It is." },
    },
    response: { id: "AAAAbce", content: "It is.", createdTime: "2030-01-10T09:00:00.000Z" },
  },
  drives_list: {
    input: {},
    request: { method: "GET", path: "/drives" },
    response: {
      kind: "drive#driveList",
      drives: [{ kind: "drive#drive", id: "0AEd3EhGff9SaUk9PVA", name: "Team" }],
    },
  },
  about_get: {
    input: {},
    request: { method: "GET", path: "/about", query: { fields: "user,storageQuota" } },
    response: {
      user: { kind: "drive#user", displayName: "Ada", emailAddress: "ada@example.com" },
      storageQuota: { limit: "16106127360", usage: "1024" },
    },
  },
};
