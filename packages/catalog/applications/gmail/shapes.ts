import { z } from "zod";

export const messageId = z
  .string()
  .min(1)
  .describe("Id of the message, such as `18c2f0a9b3d4e5f6`, from messages_list or threads_get.");
export const threadId = z
  .string()
  .min(1)
  .describe("Id of the thread, such as `18c2f0a9b3d4e5f6`, from threads_list or a message.");

export const messageReference = z.looseObject({
  id: z.string(),
  threadId: z.string().optional(),
  labelIds: z.array(z.string()).optional(),
});

/** A part of a MIME tree. */
export const messagePart = z.looseObject({
  mimeType: z.string().optional(),
  filename: z.string().optional(),
  headers: z.array(z.looseObject({ name: z.string(), value: z.string() })).optional(),
  body: z
    .looseObject({
      size: z.int().optional(),
      data: z.string().optional(),
      attachmentId: z.string().optional(),
    })
    .optional(),
  get parts() {
    return z.array(messagePart).optional();
  },
});

/** A message as Gmail's API returns it. */
export const rawMessage = z.looseObject({
  id: z.string(),
  threadId: z.string(),
  labelIds: z.array(z.string()).optional(),
  snippet: z.string().optional(),
  internalDate: z.string().optional(),
  payload: messagePart.optional(),
  raw: z.string().optional(),
});

/** A message as messages_get returns it. */
export const readMessage = z.object({
  messageId: z.string(),
  threadId: z.string(),
  labelIds: z.array(z.string()),
  from: z.string(),
  to: z.string(),
  cc: z.string(),
  subject: z.string(),
  date: z.string(),
  text: z.string().nullable(),
  html: z.string().nullable().describe("Only when the message has no plain text."),
  attachments: z.array(
    z.object({
      fileName: z.string(),
      contentType: z.string(),
      sizeBytes: z.int(),
      attachmentId: z.string().nullable().describe("For attachments_get."),
    }),
  ),
});
