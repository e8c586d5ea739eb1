import type { ToolExamples } from "@bowline/catalog/application";

const encode = (text: string) => Buffer.from(text).toString("base64url");
const reference = { id: "18c2f0a9b3d4e5f6", threadId: "18c2f0a9b3d4e5f6", labelIds: ["SENT"] };
const inbox = { ...reference, labelIds: ["INBOX", "UNREAD"] };
const headers = [
  { name: "From", value: "Ada <ada@example.com>" },
  { name: "To", value: "grace@example.com, Joan <joan@example.com>" },
  { name: "Subject", value: "Offer" },
  { name: "Date", value: "Thu, 10 Jan 2030 09:00:00 +0100" },
  { name: "Message-ID", value: "<offer@example.com>" },
];
const message = {
  ...inbox,
  snippet: "Here is the offer.",
  historyId: "987654",
  internalDate: "1894262400000",
  sizeEstimate: 4812,
  payload: {
    partId: "",
    mimeType: "multipart/mixed",
    filename: "",
    headers,
    body: { size: 0 },
    parts: [
      {
        partId: "0",
        mimeType: "text/plain",
        filename: "",
        body: { size: 18, data: encode("Here is the offer.") },
      },
      {
        partId: "1",
        mimeType: "application/pdf",
        filename: "offer.pdf",
        body: { attachmentId: "ANGjdJ8w", size: 5 },
      },
    ],
  },
};
const metadata = { ...message, payload: { mimeType: "multipart/mixed", headers } };
const threadHeaders = ["From", "Reply-To", "To", "Cc", "Subject", "Message-ID", "References"];
const messagePath = "/users/me/messages/18c2f0a9b3d4e5f6";
const draft = { id: "r-4412", message: reference };
const written = (lines: string[]) => encode(`${lines.join("\r\n")}\r\n`);
const plain = [
  "Content-Transfer-Encoding: 7bit",
  "MIME-Version: 1.0",
  "Content-Type: text/plain; charset=utf-8",
];
const reply = [
  "To: ada@example.com",
  "In-Reply-To: <offer@example.com>",
  "References: <offer@example.com>",
  "Subject: Re: Offer",
];
const profile = {
  emailAddress: "grace@example.com",
  messagesTotal: 4321,
  threadsTotal: 1234,
  historyId: "987654",
};

export const examples: ToolExamples = {
  messages_get: {
    input: { messageId: message.id },
    request: { method: "GET", path: messagePath, query: { format: "full" } },
    response: message,
  },
  messages_send: {
    input: { to: ["ada@example.com"], bcc: ["joan@example.com"], subject: "Hello", text: "How are you?" },
    request: {
      method: "POST",
      path: "/users/me/messages/send",
      body: {
        raw: written([
          "To: ada@example.com",
          "Bcc: joan@example.com",
          "Subject: Hello",
          ...plain,
          "",
          "How are you?",
        ]),
      },
    },
    response: reference,
  },
  messages_reply: [
    {
      input: { messageId: message.id, text: "Thank you." },
      exchanges: [
        {
          request: {
            method: "GET",
            path: messagePath,
            query: { format: "metadata", metadataHeaders: threadHeaders },
          },
          response: metadata,
        },
        {
          request: {
            method: "POST",
            path: "/users/me/messages/send",
            body: { raw: written([...reply, ...plain, "", "Thank you."]), threadId: message.threadId },
          },
          response: reference,
        },
      ],
    },
    {
      input: { messageId: message.id, replyAll: true, text: "Thank you." },
      exchanges: [
        {
          request: {
            method: "GET",
            path: messagePath,
            query: { format: "metadata", metadataHeaders: threadHeaders },
          },
          response: metadata,
        },
        { request: { method: "GET", path: "/users/me/profile" }, response: profile },
        {
          request: {
            method: "POST",
            path: "/users/me/messages/send",
            body: {
              raw: written([
                "To: ada@example.com",
                "Cc: joan@example.com",
                ...reply.slice(1),
                ...plain,
                "",
                "Thank you.",
              ]),
              threadId: message.threadId,
            },
          },
          response: reference,
        },
      ],
    },
  ],
  drafts_create: {
    input: { to: ["ada@example.com"], subject: "Hello", text: "How are you?" },
    request: {
      method: "POST",
      path: "/users/me/drafts",
      body: {
        message: { raw: written(["To: ada@example.com", "Subject: Hello", ...plain, "", "How are you?"]) },
      },
    },
    response: draft,
  },
  drafts_list: {
    input: { q: "subject:hello", maxResults: 10 },
    request: { method: "GET", path: "/users/me/drafts", query: { q: "subject:hello", maxResults: "10" } },
    response: { drafts: [draft], resultSizeEstimate: 1 },
  },
  drafts_send: {
    input: { id: "r-4412" },
    request: { method: "POST", path: "/users/me/drafts/send", body: { id: "r-4412" } },
    response: reference,
  },
  messages_list: {
    input: { q: "is:unread", labelIds: ["INBOX", "IMPORTANT"], maxResults: 2 },
    request: {
      method: "GET",
      path: "/users/me/messages",
      query: { q: "is:unread", labelIds: ["INBOX", "IMPORTANT"], maxResults: "2" },
    },
    response: { messages: [{ id: message.id, threadId: message.threadId }], resultSizeEstimate: 1 },
  },
  messages_get_raw: {
    input: { messageId: message.id, format: "metadata", metadataHeaders: ["Subject"] },
    request: { method: "GET", path: messagePath, query: { format: "metadata", metadataHeaders: "Subject" } },
    response: metadata,
  },
  messages_modify: {
    input: { messageId: message.id, removeLabelIds: ["UNREAD"] },
    request: { method: "POST", path: `${messagePath}/modify`, body: { removeLabelIds: ["UNREAD"] } },
    response: { ...reference, labelIds: ["INBOX"] },
  },
  messages_batch_modify: {
    input: { ids: [message.id], addLabelIds: ["STARRED"] },
    request: {
      method: "POST",
      path: "/users/me/messages/batchModify",
      body: { ids: [message.id], addLabelIds: ["STARRED"] },
    },
    response: null,
    status: 204,
  },
  messages_trash: {
    input: { messageId: message.id },
    request: { method: "POST", path: `${messagePath}/trash` },
    response: { ...reference, labelIds: ["TRASH"] },
  },
  messages_untrash: {
    input: { messageId: message.id },
    request: { method: "POST", path: `${messagePath}/untrash` },
    response: inbox,
  },
  attachments_get: {
    input: { messageId: message.id, attachmentId: "ANGjdJ8w" },
    request: { method: "GET", path: `${messagePath}/attachments/ANGjdJ8w` },
    response: { size: 5, data: "JVBERi0" },
  },
  threads_list: {
    input: { q: "from:ada@example.com", maxResults: 1 },
    request: {
      method: "GET",
      path: "/users/me/threads",
      query: { q: "from:ada@example.com", maxResults: "1" },
    },
    response: {
      threads: [{ id: message.threadId, snippet: "Here is the offer.", historyId: "987654" }],
      resultSizeEstimate: 1,
    },
  },
  threads_get: {
    input: { threadId: message.threadId, format: "metadata", metadataHeaders: ["From", "Subject"] },
    request: {
      method: "GET",
      path: "/users/me/threads/18c2f0a9b3d4e5f6",
      query: { format: "metadata", metadataHeaders: ["From", "Subject"] },
    },
    response: { id: message.threadId, historyId: "987654", messages: [metadata] },
  },
  threads_modify: {
    input: { threadId: message.threadId, removeLabelIds: ["INBOX"] },
    request: {
      method: "POST",
      path: "/users/me/threads/18c2f0a9b3d4e5f6/modify",
      body: { removeLabelIds: ["INBOX"] },
    },
    response: { id: message.threadId },
  },
  labels_list: {
    input: {},
    request: { method: "GET", path: "/users/me/labels" },
    response: {
      labels: [
        { id: "INBOX", name: "INBOX", type: "system" },
        { id: "Label_12", name: "Clients/Ada", type: "user" },
      ],
    },
  },
  labels_create: {
    input: { name: "Clients/Ada", labelListVisibility: "labelShow" },
    request: {
      method: "POST",
      path: "/users/me/labels",
      body: { name: "Clients/Ada", labelListVisibility: "labelShow" },
    },
    response: { id: "Label_12", name: "Clients/Ada", type: "user" },
  },
  profile_get: { input: {}, request: { method: "GET", path: "/users/me/profile" }, response: profile },
};
