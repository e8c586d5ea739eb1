import { defineTool, type ToolEgress, ToolError, z } from "@bowline/catalog/application";
import { renderMessage } from "./read-message.ts";
import { loadReply } from "./reply.ts";
import { messageId, messageReference, rawMessage, readMessage } from "./shapes.ts";
import { type Mail, mailAddresses, mailContent, writeMail } from "./write-mail.ts";

const subject = z.string().describe("The subject line.");
const draft = z.looseObject({ id: z.string(), message: messageReference.optional() });
const path = "/users/me";

/** The tools that read and write MIME. */
export const sendingTools = [
  defineTool({
    operation: "messages_get",
    name: "Read a message",
    description:
      "Returns one message in readable form: sender, recipients, subject, date, the text, and its attachments by name. Use it after messages_list.",
    input: z.object({ messageId }),
    output: readMessage,
    hints: { readOnly: true },
    scopes: ["https://www.googleapis.com/auth/gmail.readonly"],
    run: async ({ input, egress }) => {
      const url = `${path}/messages/${encodeURIComponent(input.messageId)}`;
      const response = await egress.request({ url, query: { format: "full" } });
      return renderMessage(rawMessage.parse(response.json()));
    },
  }),
  defineTool({
    operation: "messages_send",
    name: "Send a message",
    description:
      "Sends a new e-mail from the connected account, at once. To answer a mail use messages_reply; to let a person look first use drafts_create.",
    input: z.object({ ...mailAddresses, subject, ...mailContent }),
    output: messageReference,
    hints: { readOnly: false },
    scopes: ["https://www.googleapis.com/auth/gmail.send"],
    run: ({ input, egress }) => send(egress, input),
  }),
  defineTool({
    operation: "messages_reply",
    name: "Reply to a message",
    description:
      "Sends a reply in the message's thread, at once, to its sender or, with replyAll, also to its other recipients. Recipients and subject come from the message.",
    input: z.object({
      messageId,
      replyAll: z.boolean().default(false).describe("Also send it to the other recipients of the message."),
      ...mailContent,
    }),
    output: messageReference,
    hints: { readOnly: false },
    scopes: ["https://www.googleapis.com/auth/gmail.send", "https://www.googleapis.com/auth/gmail.readonly"],
    run: async ({ input: { messageId: id, replyAll, ...content }, egress }) => {
      const { threadId, ...reply } = await loadReply(egress, id, replyAll);
      return send(egress, { ...reply, ...content }, threadId);
    },
  }),
  defineTool({
    operation: "drafts_create",
    name: "Write a draft",
    description:
      "Saves an e-mail as a draft, which nobody receives until drafts_send or a person sends it. With replyToMessageId the draft is a reply in that message's thread.",
    input: z.object({
      ...mailAddresses,
      to: mailAddresses.to.optional().describe("Recipients. Left out in a reply: the message's sender."),
      subject: subject.optional().describe("The subject line. Left out in a reply: that of the message."),
      replyToMessageId: messageId.optional().describe("Id of the message that the draft replies to."),
      ...mailContent,
    }),
    output: draft,
    hints: { readOnly: false },
    scopes: ["https://www.googleapis.com/auth/gmail.compose"],
    run: async ({ input: { replyToMessageId, ...content }, egress }) => {
      const { threadId, ...thread } =
        replyToMessageId === undefined
          ? { threadId: undefined, to: [], subject: "" }
          : await loadReply(egress, replyToMessageId, false);
      const { to = thread.to, subject: ownSubject = thread.subject, ...rest } = content;
      const raw = await writeBody({ ...thread, ...rest, to, subject: ownSubject });
      const message = { raw, threadId };
      return draft.parse((await egress.request({ url: `${path}/drafts`, json: { message } })).json());
    },
  }),
  defineTool({
    operation: "drafts_list",
    name: "List drafts",
    description:
      "Returns the ids of drafts and of their messages. Read one with messages_get and the message's id.",
    input: z.object({
      q: z.string().optional().describe("Gmail search, such as `subject:offer`."),
      maxResults: z.int().min(1).max(500).optional().describe("Drafts on a page. Default 100."),
      pageToken: z.string().optional().describe("`nextPageToken` of the page before."),
    }),
    output: z.looseObject({ drafts: z.array(draft).optional(), nextPageToken: z.string().optional() }),
    scopes: ["https://www.googleapis.com/auth/gmail.readonly"],
    resultsPath: "/drafts",
    paging: {
      kind: "cursor",
      parameter: "pageToken",
      cursorPath: "/nextPageToken",
      sizeParameter: "maxResults",
      maxSize: 500,
    },
    request: { method: "GET", path: "/users/me/drafts" },
  }),
  defineTool({
    operation: "drafts_send",
    name: "Send a draft",
    description: "Sends an existing draft to the recipients in it, at once. The draft is then gone.",
    input: z.object({ id: z.string().describe("Id of the draft, such as `r-4412`, from drafts_list.") }),
    output: messageReference,
    scopes: ["https://www.googleapis.com/auth/gmail.compose"],
    request: { method: "POST", path: "/users/me/drafts/send" },
  }),
];

async function send(egress: ToolEgress, mail: Mail, threadId?: string) {
  const json = { raw: await writeBody(mail), threadId };
  const response = await egress.request({ url: `${path}/messages/send`, json });
  return messageReference.parse(response.json());
}

function writeBody(mail: Mail): Promise<string> {
  if (mail.text === undefined && mail.html === undefined) {
    throw new ToolError("The mail has no body. Give `text` or `html`.");
  }
  return writeMail(mail);
}
