import type { ToolEgress } from "@bowline/catalog/application";
import addressparser from "nodemailer/lib/addressparser";
import { findHeader } from "./read-message.ts";
import { rawMessage } from "./shapes.ts";
import type { Mail } from "./write-mail.ts";

const threadHeaders = ["From", "Reply-To", "To", "Cc", "Subject", "Message-ID", "References"];

/** The recipients, subject and thread headers of a reply to a message. */
export async function loadReply(
  egress: ToolEgress,
  messageId: string,
  replyAll: boolean,
): Promise<Pick<Mail, "to" | "cc" | "subject" | "inReplyTo" | "references"> & { threadId: string }> {
  const response = await egress.request({
    url: `/users/me/messages/${encodeURIComponent(messageId)}`,
    query: { format: "metadata", metadataHeaders: threadHeaders },
  });
  const message = rawMessage.parse(response.json());
  const header = (name: string) => findHeader(message, name);
  const isOwn = message.labelIds?.includes("SENT") ?? false;
  const sender = isOwn ? header("To") : header("Reply-To") || header("From");
  const to = listAddresses(sender);
  const others = replyAll ? await listOthers(egress, [header("To"), header("Cc")], to) : [];
  const id = header("Message-ID");
  const subject = header("Subject");
  return {
    threadId: message.threadId,
    to,
    ...(others.length > 0 && { cc: others }),
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    inReplyTo: id,
    references: `${header("References")} ${id}`.trim(),
  };
}

/** The other recipients, without those that the reply goes to anyway and without the user. */
async function listOthers(egress: ToolEgress, headers: string[], to: string[]): Promise<string[]> {
  const profile = await egress.request({ url: "/users/me/profile" });
  const { emailAddress } = profile.json() as { emailAddress: string };
  const known = new Set([emailAddress.toLowerCase(), ...to]);
  return headers.flatMap(listAddresses).filter((address) => {
    const isNew = !known.has(address);
    known.add(address);
    return isNew;
  });
}

function listAddresses(header: string): string[] {
  return addressparser(header, { flatten: true }).map(({ address }) => address.toLowerCase());
}
