import { z } from "@bowline/catalog/application";

export const fileId = z
  .string()
  .min(1)
  .describe(
    "Id of the file or folder, such as `1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms`, from files_list or its link.",
  );
export const pageToken = z.string().optional().describe("`nextPageToken` of the page before.");

/** The members that every file is returned with. */
export const fileFields =
  "id,name,mimeType,description,parents,modifiedTime,createdTime,size,webViewLink,owners(displayName,emailAddress),shared,trashed,driveId";

export const file = z.looseObject({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  parents: z.array(z.string()).optional(),
  modifiedTime: z.string().optional(),
  size: z.string().optional().describe("Bytes, as text. Google's own documents have none."),
  webViewLink: z.string().optional(),
  trashed: z.boolean().optional(),
});

export const permission = z.looseObject({
  id: z.string(),
  type: z.string(),
  role: z.string(),
  emailAddress: z.string().optional(),
});

export const readFiles = ["https://www.googleapis.com/auth/drive.readonly"];
export const writeFiles = ["https://www.googleapis.com/auth/drive"];
export const context = { type: "file", inputs: ["fileId"] };
