import { createHash } from "node:crypto";
import { defineTool, ToolError, z } from "@bowline/catalog/application";
import { file, fileFields, fileId, writeFiles } from "./shapes.ts";

const content = {
  text: z.string().optional().describe("The content as text. Give `text` or `base64`."),
  base64: z.string().optional().describe("The content of a binary file as base64. At most 5 MB."),
};

/** The tools that send a file's content, which goes to another path than everything else. */
export const uploadTools = [
  defineTool({
    operation: "files_upload",
    name: "Upload a file",
    description:
      "Creates a file with content. With convertTo, Drive makes a Google document of text, HTML or Markdown, or a sheet of CSV.",
    input: z.object({
      name: z.string().min(1).describe("Name of the file, such as `notes.md`."),
      mimeType: z.string().optional().describe("Media type of the content. Default `text/plain` for text."),
      parents: z
        .array(z.string())
        .max(1)
        .optional()
        .describe("Id of the folder to put it in. Default: My Drive."),
      convertTo: z
        .enum(["application/vnd.google-apps.document", "application/vnd.google-apps.spreadsheet"])
        .optional()
        .describe("Make a Google document or sheet of it."),
      ...content,
    }),
    output: file,
    hints: { readOnly: false },
    scopes: writeFiles,
    run: async ({ input, connection, egress }) => {
      const { bytes, contentType } = readContent(input);
      const metadata = { name: input.name, parents: input.parents, mimeType: input.convertTo ?? contentType };
      // A part that holds its own hash does not exist.
      const boundary = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
      const body = Buffer.concat([
        Buffer.from(
          `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(metadata)}\r\n` +
            `--${boundary}\r\nContent-Type: ${contentType}\r\n\r\n`,
        ),
        bytes,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
      const response = await egress.request({
        method: "POST",
        url: `${buildUploadUrl(connection.serverUrl)}/files`,
        query: { uploadType: "multipart", fields: fileFields, supportsAllDrives: true },
        headers: { "content-type": `multipart/related; boundary=${boundary}` },
        body,
      });
      return file.parse(response.json());
    },
  }),
  defineTool({
    operation: "files_update_content",
    name: "Replace a file's content",
    description: "Writes new content over a file that was uploaded. Drive keeps the old version for a while.",
    input: z.object({
      fileId,
      mimeType: z.string().optional().describe("Media type of the content. Default `text/plain` for text."),
      ...content,
    }),
    output: file,
    hints: { readOnly: false, destructive: true, idempotent: true },
    scopes: writeFiles,
    run: async ({ input, connection, egress }) => {
      const { bytes, contentType } = readContent(input);
      const response = await egress.request({
        method: "PATCH",
        url: `${buildUploadUrl(connection.serverUrl)}/files/${encodeURIComponent(input.fileId)}`,
        query: { uploadType: "media", fields: fileFields, supportsAllDrives: true },
        headers: { "content-type": contentType },
        body: bytes,
      });
      return file.parse(response.json());
    },
  }),
];

/** Drive takes content below `/upload` of the same host. */
function buildUploadUrl(serverUrl: string): string {
  const { origin, pathname } = new URL(serverUrl);
  return `${origin}/upload${pathname.replace(/\/$/, "")}`;
}

function readContent(input: {
  text?: string | undefined;
  base64?: string | undefined;
  mimeType?: string | undefined;
}) {
  if ((input.text === undefined) === (input.base64 === undefined)) {
    throw new ToolError("Give the content either in `text` or in `base64`.");
  }
  const contentType =
    input.mimeType ?? (input.text === undefined ? "application/octet-stream" : "text/plain; charset=UTF-8");
  if (/[^\t\x20-\x7e]/.test(contentType)) {
    throw new ToolError("`mimeType` is not a media type. Give one such as `text/plain`.");
  }
  const bytes =
    input.text === undefined ? Buffer.from(input.base64 ?? "", "base64") : Buffer.from(input.text);
  return { bytes, contentType };
}
