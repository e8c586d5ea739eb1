import { defineTool, fromInput, z } from "@bowline/catalog/application";
import { context, file, fileFields, fileId, pageToken, readFiles, writeFiles } from "./shapes.ts";

export const fileTools = [
  defineTool({
    operation: "files_list",
    name: "Search files",
    description:
      "Finds files and folders, in My Drive and shared drives, by Drive's query language. Without a query, all files.",
    input: z.object({
      q: z
        .string()
        .optional()
        .describe(
          "Query, such as `name contains 'budget' and trashed = false`, `'<folderId>' in parents`, `mimeType = 'application/pdf'`, `fullText contains 'Ada'`.",
        ),
      orderBy: z.string().optional().describe("Such as `modifiedTime desc`, `name` or `folder,name`."),
      corpora: z
        .enum(["user", "domain", "drive", "allDrives"])
        .optional()
        .describe("Where to look. `drive` needs driveId. Default `user`."),
      driveId: z.string().optional().describe("Id of a shared drive, from drives_list."),
      pageSize: z.int().min(1).max(1000).optional().describe("Files on a page. Default 100."),
      pageToken,
    }),
    output: z.looseObject({ files: z.array(file), nextPageToken: z.string().optional() }),
    scopes: readFiles,
    resultsPath: "/files",
    paging: {
      kind: "cursor",
      parameter: "pageToken",
      cursorPath: "/nextPageToken",
      sizeParameter: "pageSize",
      maxSize: 1000,
    },
    request: {
      method: "GET",
      path: "/files",
      query: {
        q: fromInput("q"),
        orderBy: fromInput("orderBy"),
        corpora: fromInput("corpora"),
        driveId: fromInput("driveId"),
        pageSize: fromInput("pageSize"),
        pageToken: fromInput("pageToken"),
        fields: `nextPageToken,files(${fileFields})`,
        supportsAllDrives: true,
        includeItemsFromAllDrives: true,
      },
    },
  }),
  defineTool({
    operation: "files_get",
    name: "Get a file's properties",
    description: "Returns name, type, folder, owners, times and link of one file, without its content.",
    input: z.object({ fileId }),
    output: file,
    scopes: readFiles,
    context,
    request: {
      method: "GET",
      path: "/files/{fileId}",
      query: { fields: fileFields, supportsAllDrives: true },
    },
  }),
  defineTool({
    operation: "files_download",
    name: "Download a file",
    description:
      "Returns the content of a file that was uploaded, such as a PDF, an image or a text. For a Google document, sheet or slides use files_export.",
    input: z.object({ fileId }),
    output: z.unknown().describe("Text or JSON as it is; other files as base64."),
    scopes: readFiles,
    context,
    request: {
      method: "GET",
      path: "/files/{fileId}",
      query: { alt: "media", supportsAllDrives: true },
      accept: "*/*",
    },
  }),
  defineTool({
    operation: "files_export",
    name: "Export a Google document",
    description:
      "Returns a Google document, sheet or slides in another format. To read a document, use `text/markdown`; a sheet's first page, `text/csv`. At most 10 MB.",
    input: z.object({
      fileId,
      mimeType: z
        .string()
        .describe(
          "The format: `text/markdown`, `text/plain`, `text/csv`, `application/pdf`, `text/html` and others.",
        ),
    }),
    output: z.unknown().describe("Text as it is; other formats as base64."),
    scopes: readFiles,
    context,
    request: { method: "GET", path: "/files/{fileId}/export", accept: "*/*" },
  }),
  defineTool({
    operation: "folders_create",
    name: "Create a folder",
    description: "Creates an empty folder and returns its id.",
    input: z.object({
      name: z.string().min(1).describe("Name of the folder."),
      parents: z
        .array(z.string())
        .max(1)
        .optional()
        .describe("Id of the folder to put it in. Default: My Drive."),
    }),
    output: file,
    scopes: writeFiles,
    request: {
      method: "POST",
      path: "/files",
      query: { fields: fileFields, supportsAllDrives: true },
      body: {
        name: fromInput("name"),
        parents: fromInput("parents"),
        mimeType: "application/vnd.google-apps.folder",
      },
    },
  }),
  defineTool({
    operation: "files_update",
    name: "Rename, move or trash a file",
    description:
      "Changes a file's name, description or folder, or moves it to the trash with trashed `true` and back with `false`.",
    input: z.object({
      fileId,
      name: z.string().min(1).optional().describe("New name."),
      description: z.string().optional(),
      starred: z.boolean().optional(),
      trashed: z.boolean().optional().describe("`true` moves it to the trash, `false` brings it back."),
      addParents: z.string().optional().describe("Id of the folder to move it to. Give removeParents too."),
      removeParents: z.string().optional().describe("Id of the folder it is in, from files_get."),
    }),
    output: file,
    hints: { destructive: true, idempotent: true },
    scopes: writeFiles,
    context,
    request: {
      method: "PATCH",
      path: "/files/{fileId}",
      query: {
        addParents: fromInput("addParents"),
        removeParents: fromInput("removeParents"),
        fields: fileFields,
        supportsAllDrives: true,
      },
    },
  }),
  defineTool({
    operation: "files_copy",
    name: "Copy a file",
    description: "Copies a file, such as a template, and returns the copy. Folders cannot be copied.",
    input: z.object({
      fileId,
      name: z.string().optional().describe("Name of the copy. Default: that of the file."),
      parents: z
        .array(z.string())
        .max(1)
        .optional()
        .describe("Id of the folder for the copy. Default: the same folder."),
    }),
    output: file,
    scopes: writeFiles,
    context,
    request: {
      method: "POST",
      path: "/files/{fileId}/copy",
      query: { fields: fileFields, supportsAllDrives: true },
    },
  }),
  defineTool({
    operation: "files_delete",
    name: "Delete a file for good",
    description:
      "Deletes a file, or a folder with everything in it, without the trash. To be able to undo it, use files_update with trashed `true`.",
    input: z.object({ fileId }),
    output: z.unknown().describe("Nothing."),
    scopes: writeFiles,
    context,
    request: { method: "DELETE", path: "/files/{fileId}", query: { supportsAllDrives: true } },
  }),
];
