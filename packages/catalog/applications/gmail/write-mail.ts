import MailComposer from "nodemailer/lib/mail-composer";
import { z } from "zod";

const addresses = (what: string) =>
  z.array(z.string().min(1)).describe(`${what}, such as \`ada@example.com\` or \`Ada <ada@example.com>\`.`);

/** The content of a mail that a tool writes. At least one of `text` and `html`. */
export const mailContent = {
  text: z.string().optional().describe("The body as plain text. Give `text`, `html` or both."),
  html: z.string().optional().describe("The body as HTML."),
  attachments: z
    .array(
      z.object({
        fileName: z.string().min(1).describe("Such as `report.pdf`."),
        contentType: z.string().optional().describe("Media type. Default: what the file's name says."),
        base64: z.string().describe("The file's content as base64."),
      }),
    )
    .max(50)
    .optional()
    .describe("Files to attach; 25 MB in all."),
};

export const mailAddresses = {
  to: addresses("Recipients").min(1),
  cc: addresses("Recipients of a copy").optional(),
  bcc: addresses("Recipients of a hidden copy").optional(),
};

export interface Mail extends z.output<z.ZodObject<typeof mailContent>> {
  to: string[];
  cc?: string[] | undefined;
  bcc?: string[] | undefined;
  subject: string;
  from?: string | undefined;
  /** `Message-ID` of the mail that is replied to. */
  inReplyTo?: string | undefined;
  references?: string | undefined;
}

/** Writes a mail as MIME (RFC 5322, RFC 2045) in base64url, as Gmail's `raw` wants it. Gmail adds the date and the message's id. */
export async function writeMail({ attachments = [], ...mail }: Mail): Promise<string> {
  const composer = new MailComposer({
    ...mail,
    disableFileAccess: true,
    disableUrlAccess: true,
    attachments: attachments.map(({ fileName, contentType, base64 }) => ({
      filename: fileName,
      contentType,
      content: Buffer.from(base64, "base64"),
    })),
  });
  const root = composer.compile();
  // Gmail reads the hidden recipients from the header, and removes it.
  root.keepBcc = true;
  const written = (await root.build()).toString("latin1");
  const end = written.indexOf("\r\n\r\n");
  const headers = written.slice(0, end).split(/\r\n(?![ \t])/);
  const kept = headers.filter((header) => !/^(?:date|message-id):/i.test(header));
  return Buffer.from(kept.join("\r\n") + written.slice(end), "latin1").toString("base64url");
}
