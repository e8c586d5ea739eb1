import { z } from "@bowline/catalog/application";

export const messageId = z
  .string()
  .min(1)
  .describe(
    "Id of the message, a long text such as `AAMkAGI2THVSAAA=`, from messages_list. It changes when the message moves.",
  );
export const top = z.int().min(1).max(1000).optional().describe("Results on a page.");
export const recipients = z.array(
  z.object({
    emailAddress: z.object({
      address: z.string().describe("Such as `ada@example.com`."),
      name: z.string().optional(),
    }),
  }),
);
export const body = z.object({
  contentType: z.enum(["text", "html"]),
  content: z.string().describe("The text, or the HTML."),
});
export const attachments = z
  .array(
    z.object({
      "@odata.type": z.literal("#microsoft.graph.fileAttachment"),
      name: z.string().describe("Such as `report.pdf`."),
      contentType: z.string().optional(),
      contentBytes: z.string().describe("The file as base64."),
    }),
  )
  .describe("Files to attach; 3 MB in all.");
export const importance = z.enum(["low", "normal", "high"]);

/** What the user may set of a message that is not sent yet. */
export const messageMembers = {
  subject: z.string().describe("The subject line."),
  body: body.describe("The text of the mail."),
  toRecipients: recipients.describe("Recipients."),
  ccRecipients: recipients.describe("Recipients of a copy."),
  bccRecipients: recipients.describe("Recipients of a hidden copy."),
  importance,
  attachments,
};

const address = z.looseObject({
  emailAddress: z.looseObject({ address: z.string().optional(), name: z.string().optional() }),
});
export const message = z.looseObject({
  id: z.string(),
  subject: z.string().nullish(),
  bodyPreview: z.string().optional(),
  body: z.looseObject({ contentType: z.string(), content: z.string() }).optional(),
  from: address.optional(),
  toRecipients: z.array(address).optional(),
  receivedDateTime: z.string().optional(),
  isRead: z.boolean().nullish(),
  hasAttachments: z.boolean().nullish(),
  conversationId: z.string().nullish(),
  webLink: z.string().optional(),
});
export const folder = z.looseObject({
  id: z.string(),
  displayName: z.string(),
  totalItemCount: z.int().optional(),
  unreadItemCount: z.int().optional(),
});

/** A page of Microsoft Graph. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({ value: z.array(item), "@odata.nextLink": z.string().optional() });
export const paging = {
  kind: "bodyLink",
  linkPath: "/@odata.nextLink",
  sizeParameter: "top",
  maxSize: 1000,
} as const;
export const listFields =
  "id,subject,from,toRecipients,receivedDateTime,isRead,hasAttachments,bodyPreview,conversationId,webLink,parentFolderId";
