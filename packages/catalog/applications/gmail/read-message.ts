import type { z } from "zod";
import type { messagePart, rawMessage, readMessage } from "./shapes.ts";

type Part = z.output<typeof messagePart>;
type RawMessage = z.output<typeof rawMessage>;

/** Returns the first value of a header, whatever its case; `""` when there is none. */
export function findHeader(message: RawMessage, name: string): string {
  const headers = message.payload?.headers ?? [];
  return headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value ?? "";
}

/** Makes a message readable: the headers that people look at, the text, and the attachments by name. */
export function renderMessage(message: RawMessage): z.input<typeof readMessage> {
  const parts = listParts(message.payload);
  const text = findBody(parts, "text/plain");
  const html = findBody(parts, "text/html");
  return {
    messageId: message.id,
    threadId: message.threadId,
    labelIds: message.labelIds ?? [],
    from: findHeader(message, "From"),
    to: findHeader(message, "To"),
    cc: findHeader(message, "Cc"),
    subject: findHeader(message, "Subject"),
    date: findHeader(message, "Date"),
    text,
    // The text says the same in fewer words.
    html: text === null ? html : null,
    attachments: parts
      .filter((part) => part.filename)
      .map(({ filename = "", mimeType = "", body }) => ({
        fileName: filename,
        contentType: mimeType,
        sizeBytes: body?.size ?? 0,
        attachmentId: body?.attachmentId ?? null,
      })),
  };
}

function listParts(part: Part | undefined): Part[] {
  return part === undefined ? [] : [part, ...(part.parts ?? []).flatMap(listParts)];
}

function findBody(parts: readonly Part[], mimeType: string): string | null {
  const found = parts.find((part) => part.mimeType === mimeType && !part.filename && part.body?.data);
  return found?.body?.data === undefined ? null : Buffer.from(found.body.data, "base64url").toString("utf8");
}
