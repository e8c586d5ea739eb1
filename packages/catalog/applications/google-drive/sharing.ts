import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { context, fileId, pageToken, permission, readFiles, writeFiles } from "./shapes.ts";

const permissionFields = "id,type,role,emailAddress,displayName,domain,expirationTime";

export const sharingTools = [
  defineTool({
    operation: "permissions_list",
    name: "List who has access",
    description: "Returns the people, groups and links that may open a file, with what they may do.",
    input: z.object({ fileId, pageSize: z.int().min(1).max(100).optional(), pageToken }),
    output: z.looseObject({ permissions: z.array(permission), nextPageToken: z.string().optional() }),
    scopes: readFiles,
    resultsPath: "/permissions",
    paging: {
      kind: "cursor",
      parameter: "pageToken",
      cursorPath: "/nextPageToken",
      sizeParameter: "pageSize",
      maxSize: 100,
    },
    context,
    request: {
      method: "GET",
      path: "/files/{fileId}/permissions",
      query: {
        pageSize: fromInput("pageSize"),
        pageToken: fromInput("pageToken"),
        fields: `nextPageToken,permissions(${permissionFields})`,
        supportsAllDrives: true,
      },
    },
  }),
  defineTool({
    operation: "permissions_create",
    name: "Share a file",
    description: "Gives a person, a group, a domain or everybody with the link access to a file or folder.",
    input: z.object({
      fileId,
      role: z
        .enum(["reader", "commenter", "writer", "fileOrganizer", "organizer"])
        .describe("What they may do."),
      type: z.enum(["user", "group", "domain", "anyone"]).describe("`anyone` is everybody with the link."),
      emailAddress: z.string().optional().describe("For `user` and `group`."),
      domain: z.string().optional().describe("For `domain`, such as `example.com`."),
      sendNotificationEmail: z.boolean().optional().describe("Whether they get a mail. Default true."),
      emailMessage: z.string().optional().describe("Text of that mail."),
    }),
    output: permission,
    scopes: writeFiles,
    context,
    request: {
      method: "POST",
      path: "/files/{fileId}/permissions",
      query: {
        sendNotificationEmail: fromInput("sendNotificationEmail"),
        emailMessage: fromInput("emailMessage"),
        fields: permissionFields,
        supportsAllDrives: true,
      },
    },
  }),
  defineTool({
    operation: "permissions_delete",
    name: "Stop sharing a file",
    description: "Takes one access to a file away. Its id is in permissions_list.",
    input: z.object({
      fileId,
      permissionId: z.string().min(1).describe("Id of the access, from permissions_list."),
    }),
    output: z.unknown().describe("Nothing."),
    scopes: writeFiles,
    context,
    request: {
      method: "DELETE",
      path: "/files/{fileId}/permissions/{permissionId}",
      query: { supportsAllDrives: true },
    },
  }),
  defineTool({
    operation: "comments_list",
    name: "List a file's comments",
    description: "Returns the comments on a file with their replies, and whether they are resolved.",
    input: z.object({
      fileId,
      pageSize: z.int().min(1).max(100).optional().describe("Comments on a page. Default 20."),
      pageToken,
    }),
    output: z.looseObject({
      comments: z.array(z.looseObject({ id: z.string(), content: z.string().optional() })),
      nextPageToken: z.string().optional(),
    }),
    scopes: readFiles,
    resultsPath: "/comments",
    paging: {
      kind: "cursor",
      parameter: "pageToken",
      cursorPath: "/nextPageToken",
      sizeParameter: "pageSize",
      maxSize: 100,
    },
    context,
    request: {
      method: "GET",
      path: "/files/{fileId}/comments",
      query: {
        pageSize: fromInput("pageSize"),
        pageToken: fromInput("pageToken"),
        fields:
          "nextPageToken,comments(id,content,resolved,createdTime,author(displayName),quotedFileContent(value),replies(id,content,createdTime,author(displayName)))",
      },
    },
  }),
  defineTool({
    operation: "comments_create",
    name: "Comment on a file",
    description:
      "Writes a comment on a file as the connected user. It belongs to the whole file, not to a place in it.",
    input: z.object({ fileId, content: z.string().min(1).describe("The comment as plain text.") }),
    output: z.looseObject({ id: z.string(), content: z.string() }),
    scopes: writeFiles,
    context,
    request: {
      method: "POST",
      path: "/files/{fileId}/comments",
      query: { fields: "id,content,createdTime,author(displayName)" },
    },
  }),
  defineTool({
    operation: "drives_list",
    name: "List shared drives",
    description: "Returns the shared drives that the user is a member of, with their ids.",
    input: z.object({ pageSize: z.int().min(1).max(100).optional(), pageToken }),
    output: z.looseObject({
      drives: z.array(z.looseObject({ id: z.string(), name: z.string() })),
      nextPageToken: z.string().optional(),
    }),
    scopes: readFiles,
    resultsPath: "/drives",
    paging: {
      kind: "cursor",
      parameter: "pageToken",
      cursorPath: "/nextPageToken",
      sizeParameter: "pageSize",
      maxSize: 100,
    },
    request: { method: "GET", path: "/drives" },
  }),
  defineTool({
    operation: "about_get",
    name: "Get the account and its storage",
    description: "Returns the connected user and how much storage is used.",
    input: z.object({}),
    output: z.looseObject({
      user: z.looseObject({ displayName: z.string().optional(), emailAddress: z.string().optional() }),
    }),
    scopes: readFiles,
    request: { method: "GET", path: "/about", query: { fields: "user,storageQuota" } },
  }),
];
