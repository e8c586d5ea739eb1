import { defineTool, fromInput, ToolError, z } from "@bowline/catalog/application";
import { conflictBehavior, context, item, itemId, pageOf, paging, read, top, write } from "./shapes.ts";

export const fileTools = [
  defineTool({
    operation: "items_search",
    name: "Search files",
    description: "Finds files and folders of the user's OneDrive by words in name and content.",
    input: z.object({
      q: z.string().min(1).describe("Words to find. Write a single quote twice: `Ada''s`."),
      top,
    }),
    output: pageOf(item),
    scopes: read,
    resultsPath: "/value",
    paging,
    request: { method: "GET", path: "/me/drive/root/search(q='{q}')", query: { $top: fromInput("top") } },
  }),
  defineTool({
    operation: "items_list",
    name: "List a folder",
    description: "Returns the files and folders directly in a folder.",
    input: z.object({
      itemId,
      orderby: z.string().optional().describe("Such as `name` or `lastModifiedDateTime desc`."),
      top,
    }),
    output: pageOf(item),
    scopes: read,
    resultsPath: "/value",
    paging,
    context,
    request: {
      method: "GET",
      path: "/me/drive/items/{itemId}/children",
      query: { $orderby: fromInput("orderby"), $top: fromInput("top") },
    },
  }),
  defineTool({
    operation: "items_get",
    name: "Get a file's properties",
    description: "Returns name, size, folder, times and link of one file or folder, without its content.",
    input: z.object({ itemId }),
    output: item,
    scopes: read,
    request: { method: "GET", path: "/me/drive/items/{itemId}" },
  }),
  defineTool({
    operation: "items_get_by_path",
    name: "Find a file by its path",
    description: "Returns the file or folder at a path, with its id for the other tools.",
    input: z.object({
      path: z.string().min(1).describe("Path below the top folder, such as `Reports/2030/January.xlsx`."),
    }),
    output: item,
    hints: { readOnly: true },
    scopes: read,
    run: async ({ input, egress }) => {
      const path = input.path.split("/").filter(Boolean).map(encodeURIComponent).join("/");
      if (path === "") {
        throw new ToolError("The path is empty. For the top folder use items_get with `root`.");
      }
      return item.parse((await egress.request({ url: `/me/drive/root:/${path}` })).json());
    },
  }),
  defineTool({
    operation: "files_download",
    name: "Download a file",
    description:
      "Returns the content of a file. Convert an Office document with format `pdf`, or read it as it is.",
    input: z.object({
      itemId,
      format: z.enum(["pdf", "html"]).optional().describe("Convert it first. Default: as it is."),
    }),
    output: z.unknown().describe("Text or JSON as it is; other files as base64."),
    scopes: read,
    request: { method: "GET", path: "/me/drive/items/{itemId}/content", accept: "*/*" },
  }),
  defineTool({
    operation: "files_upload",
    name: "Upload a file",
    description: "Creates a file in a folder, or writes new content over the file of that name.",
    input: z.object({
      parentId: itemId.describe("Id of the folder; `root` is the top folder."),
      name: z.string().min(1).describe("Name of the file, such as `notes.md`."),
      text: z.string().optional().describe("The content as text. Give `text` or `base64`."),
      base64: z.string().optional().describe("The content of a binary file as base64. At most 5 MB."),
      conflictBehavior: conflictBehavior.default("replace"),
    }),
    output: item,
    hints: { readOnly: false, destructive: true },
    scopes: write,
    run: async ({ input: { parentId, name, text, base64, conflictBehavior: behavior }, egress }) => {
      if ((text === undefined) === (base64 === undefined)) {
        throw new ToolError("Give the content either in `text` or in `base64`.");
      }
      const response = await egress.request({
        method: "PUT",
        url: `/me/drive/items/${encodeURIComponent(parentId)}:/${encodeURIComponent(name)}:/content`,
        query: { "@microsoft.graph.conflictBehavior": behavior },
        headers: {
          "content-type": text === undefined ? "application/octet-stream" : "text/plain; charset=utf-8",
        },
        body: text ?? Buffer.from(base64 ?? "", "base64"),
      });
      return item.parse(response.json());
    },
  }),
  defineTool({
    operation: "folders_create",
    name: "Create a folder",
    description: "Creates an empty folder in another folder and returns its id.",
    input: z.object({
      parentId: itemId.describe("Id of the folder to put it in; `root` is the top folder."),
      name: z.string().min(1).describe("Name of the folder."),
      conflictBehavior: conflictBehavior
        .optional()
        .describe("What happens when the name is taken. Default `fail`."),
    }),
    output: item,
    scopes: write,
    request: {
      method: "POST",
      path: "/me/drive/items/{parentId}/children",
      body: {
        name: fromInput("name"),
        folder: {},
        "@microsoft.graph.conflictBehavior": fromInput("conflictBehavior"),
      },
    },
  }),
  defineTool({
    operation: "items_update",
    name: "Rename or move a file",
    description: "Gives a file or folder another name, or moves it to another folder, or both.",
    input: z.object({
      itemId,
      name: z.string().min(1).optional().describe("The new name."),
      parentReference: z
        .object({ id: z.string().describe("Id of the folder to move it to.") })
        .optional()
        .describe("The new folder."),
    }),
    output: item,
    hints: { idempotent: true },
    scopes: write,
    request: { method: "PATCH", path: "/me/drive/items/{itemId}" },
  }),
  defineTool({
    operation: "items_copy",
    name: "Copy a file",
    description: "Begins to copy a file or folder. The copy appears in the folder a little later.",
    input: z.object({
      itemId,
      name: z.string().optional().describe("Name of the copy. Default: that of the original."),
      parentReference: z
        .object({ id: z.string().describe("Id of the folder."), driveId: z.string().optional() })
        .optional()
        .describe("Where the copy goes. Default: the same folder."),
    }),
    output: z.unknown().describe("Nothing."),
    scopes: write,
    request: { method: "POST", path: "/me/drive/items/{itemId}/copy" },
  }),
  defineTool({
    operation: "items_delete",
    name: "Delete a file",
    description: "Moves a file, or a folder with everything in it, to the recycle bin.",
    input: z.object({ itemId }),
    output: z.unknown().describe("Nothing."),
    scopes: write,
    request: { method: "DELETE", path: "/me/drive/items/{itemId}" },
  }),
];
